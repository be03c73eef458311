// Trying to get a reader-writer lock: beside a reader only readers get in, beside a writer nobody.
//
// expect-exit: 0
// expect-events: fork=2 join=2 acquire=1 acquire_shared=2 failed_try=2 failed_try_shared=1
// deterministic: yes
#include <errno.h>

#include "../check.h"

static pthread_rwlock_t lock;

static void* beside_a_reader(void* unused) {
  CHECK(pthread_rwlock_trywrlock(&lock) == EBUSY);
  CHECK(pthread_rwlock_tryrdlock(&lock) == 0);
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  return unused;
}

static void* beside_a_writer(void* unused) {
  CHECK(pthread_rwlock_trywrlock(&lock) == EBUSY);
  CHECK(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  return unused;
}

int main(void) {
  CHECK(pthread_rwlock_init(&lock, NULL) == 0);
  CHECK(pthread_rwlock_rdlock(&lock) == 0);
  join_thread(start_thread(beside_a_reader, NULL));
  CHECK(pthread_rwlock_unlock(&lock) == 0);

  CHECK(pthread_rwlock_trywrlock(&lock) == 0);
  join_thread(start_thread(beside_a_writer, NULL));
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  CHECK(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
