// Two locks are taken in both orders, but in the other one only when the first user has left. Until
// then another lock does. They are taken through a table of functions.
// row: indirect_call
// guilty: deadlock: the first user leaves too early
#include "threads.h"

struct Operations {
  int (*take)(pthread_mutex_t*);
  int (*give)(pthread_mutex_t*);
};
struct Operations operations = {pthread_mutex_lock, pthread_mutex_unlock};

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
  operations.take(&a);
  operations.take(&b);
  operations.give(&b);
  operations.give(&a);
#ifndef GUILTY
  leave();
#endif
  return unused;
}

static void* back(void* unused) {
  operations.take(&b);
  pthread_mutex_lock(&m);
  pthread_mutex_t* const then = second;
  pthread_mutex_unlock(&m);
  operations.take(then);
  operations.give(then);
  operations.give(&b);
  return unused;
}

int main(void) {
  run_both(forth, back);
  return 0;
}
