// sem_trywait, sem_timedwait and sem_clockwait at zero and above.
//
// expect-exit: 0
// expect-events: semaphore_init=1 semaphore_post=3 semaphore_wait=3 semaphore_failed_try>=1
// deterministic: no
#define _GNU_SOURCE
#include <errno.h>
#include <semaphore.h>
#include <time.h>

#include "../check.h"

static struct timespec soon(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  t.tv_nsec += 10 * 1000000;
  if (t.tv_nsec >= 1000000000) ++t.tv_sec, t.tv_nsec -= 1000000000;
  return t;
}

int main(void) {
  sem_t semaphore;
  CHECK(sem_init(&semaphore, 0, 0) == 0);
  CHECK(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
  struct timespec real = soon(CLOCK_REALTIME);
  CHECK(sem_timedwait(&semaphore, &real) == -1 && errno == ETIMEDOUT);
  struct timespec monotonic = soon(CLOCK_MONOTONIC);
  CHECK(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &monotonic) == -1 && errno == ETIMEDOUT);

  for (int i = 0; i < 3; ++i) CHECK(sem_post(&semaphore) == 0);
  CHECK(sem_trywait(&semaphore) == 0);
  CHECK(sem_timedwait(&semaphore, &real) == 0);  // free: the time does not matter
  CHECK(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &monotonic) == 0);
  CHECK(sem_destroy(&semaphore) == 0);
  return 0;
}
