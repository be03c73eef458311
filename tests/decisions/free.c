// What is to be freed is named when its user is done with it.
// row: object
// guilty: uaf: it is named too early
#include <stdlib.h>

#include "threads.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *used, *to_free;

static void name_it(void) {
  pthread_mutex_lock(&m);
  to_free = used;
  pthread_mutex_unlock(&m);
}

static void* user(void* unused) {
#ifdef GUILTY
  name_it();
#endif
  *used = 5;
#ifndef GUILTY
  name_it();
#endif
  return unused;
}

static void* collect(void* unused) {
  pthread_mutex_lock(&m);
  int* const now = to_free;
  pthread_mutex_unlock(&m);
  free(now);
  return unused;
}

int main(void) {
  used = malloc(sizeof *used);
  to_free = malloc(sizeof *to_free);
  run_both(user, collect);
  return 0;
}
