// Who gets a mutex whose owner died repairs what that left; all others find it repaired.
// row: robust
// guilty: race: the last one does not lock
#include <errno.h>

#include "threads.h"

static pthread_mutex_t m;
static int a, b;

static void lock(void) {
  if (pthread_mutex_lock(&m) == EOWNERDEAD) {
    b = a;
    pthread_mutex_consistent(&m);
  }
}

static void* die(void* unused) {
  lock();
  a++;
  return unused;
}

static void* work(void* unused) {
  for (int i = 0; i < 2; i++) {
    lock();
    a++;
    b++;
    pthread_mutex_unlock(&m);
  }
#ifdef GUILTY
  a++;
#endif
  return unused;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &robust);
  pthread_t dying, first, second;
  pthread_create(&dying, NULL, die, NULL);
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(dying, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return a < b;
}
