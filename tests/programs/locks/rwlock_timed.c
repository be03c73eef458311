// Timed and clocked reader-writer locks: beside a writer all of them time out; afterwards readers
// and then a writer get in.
//
// expect-exit: 0
// expect-events: fork=1 join=1 acquire=3 release=3 acquire_shared=2 release_shared=2
// deterministic: no
#define _GNU_SOURCE
#include <errno.h>
#include <time.h>

#include "../check.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static const struct timespec* soon(clockid_t clock) {
  static _Thread_local struct timespec t;
  clock_gettime(clock, &t);
  t.tv_nsec += 10 * 1000000;
  if (t.tv_nsec >= 1000000000) ++t.tv_sec, t.tv_nsec -= 1000000000;
  return &t;
}

static void* time_out(void* unused) {
  CHECK(pthread_rwlock_timedrdlock(&lock, soon(CLOCK_REALTIME)) == ETIMEDOUT);
  CHECK(pthread_rwlock_timedwrlock(&lock, soon(CLOCK_REALTIME)) == ETIMEDOUT);
  CHECK(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, soon(CLOCK_MONOTONIC)) == ETIMEDOUT);
  CHECK(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, soon(CLOCK_MONOTONIC)) == ETIMEDOUT);
  return unused;
}

int main(void) {
  CHECK(pthread_rwlock_wrlock(&lock) == 0);
  join_thread(start_thread(time_out, NULL));
  CHECK(pthread_rwlock_unlock(&lock) == 0);

  CHECK(pthread_rwlock_timedrdlock(&lock, soon(CLOCK_REALTIME)) == 0);
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  CHECK(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, soon(CLOCK_MONOTONIC)) == 0);
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  CHECK(pthread_rwlock_timedwrlock(&lock, soon(CLOCK_REALTIME)) == 0);
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  CHECK(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, soon(CLOCK_MONOTONIC)) == 0);
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  return 0;
}
