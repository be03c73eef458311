// Two locks are taken in both orders, but the second thread turns to the other two when it may have
// to wait.
// row: lock
// guilty: deadlock: it turns to the same two
#include "threads.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER,
                       b = PTHREAD_MUTEX_INITIALIZER;
#ifdef GUILTY
static pthread_mutex_t* second = &a;
#else
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t* second = &c;
#endif

static void* forth(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_mutex_lock(&m);
  second = &a;
  pthread_mutex_unlock(&m);
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
