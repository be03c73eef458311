// Two locks are taken in both orders, but in the other one only when the first user has left. Until
// then another lock does.
// row: lock
// guilty: deadlock: the first user leaves too early
#include "threads.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER,
                       b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t* second = &c;

static void leave(void) {
  pthread_mutex_lock(&m);
  second = &a;
  pthread_mutex_unlock(&m);
}

static void* forth(void* unused) {
#ifdef GUILTY
  leave();
#endif
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
#ifndef GUILTY
  leave();
#endif
  return unused;
}

static void* back(void* unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&m);
  pthread_mutex_t* const then = second;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(then);
  pthread_mutex_unlock(then);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  run_both(forth, back);
  return 0;
}
