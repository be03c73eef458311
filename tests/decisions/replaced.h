// One thread uses the current object, another one replaces it by one that is there for good and frees
// it. Who is guilty uses it without the lock. What the use is, USE says.
#include <stdlib.h>

#include "threads.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static OBJECT* current;
static OBJECT last;

static void* user(void* unused) {
  pthread_mutex_lock(&m);
  OBJECT* const object = current;
#ifdef GUILTY
  pthread_mutex_unlock(&m);
  USE(object);
#else
  USE(object);
  pthread_mutex_unlock(&m);
#endif
  return unused;
}

static void* replace(void* unused) {
  pthread_mutex_lock(&m);
  OBJECT* const old = current;
  current = &last;
  pthread_mutex_unlock(&m);
  free(old);
  return unused;
}

static int use_and_replace(void) {
  current = malloc(sizeof *current);
  INITIALISE(current);
  INITIALISE(&last);
  run_both(user, replace);
  return 0;
}
