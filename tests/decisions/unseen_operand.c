// As free.c, but it is a function of the C library that frees: it does so to a vector of texts that
// has become empty, and nothing is known about it.
// row: unseen
// guilty: uaf: it is named too early
#include <argz.h>
#include <stdlib.h>

#include "threads.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char *used, *to_free;

static void name_it(void) {
  pthread_mutex_lock(&m);
  to_free = used;
  pthread_mutex_unlock(&m);
}

static void* user(void* unused) {
#ifdef GUILTY
  name_it();
#endif
  *used = 'u';
#ifndef GUILTY
  name_it();
#endif
  return unused;
}

static void* collect(void* unused) {
  pthread_mutex_lock(&m);
  char* texts = to_free;
  pthread_mutex_unlock(&m);
  size_t length = 2;
  argz_delete(&texts, &length, texts);
  return unused;
}

int main(void) {
  used = calloc(2, 1);
  to_free = calloc(2, 1);
  *to_free = *used = 't';
  run_both(user, collect);
  return 0;
}
