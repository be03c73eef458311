// A thread ends with a mutex and a reader-writer lock in its hands: they stay locked for everybody
// else.
//
// expect-exit: 0
// expect-events: fork=1 join=1 acquire=1 release=0 acquire_shared=2 failed_try=2
// deterministic: yes
#include <errno.h>

#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;

static void* lock_and_leave(void* unused) {
  CHECK(pthread_mutex_lock(&mutex) == 0);
  CHECK(pthread_rwlock_rdlock(&rwlock) == 0);
  return unused;
}

int main(void) {
  join_thread(start_thread(lock_and_leave, NULL));
  CHECK(pthread_mutex_trylock(&mutex) == EBUSY);
  CHECK(pthread_rwlock_trywrlock(&rwlock) == EBUSY);
  CHECK(pthread_rwlock_tryrdlock(&rwlock) == 0);
  return 0;
}
