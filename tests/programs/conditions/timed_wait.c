// pthread_cond_timedwait and pthread_cond_clockwait that time out: the mutex is held again
// afterwards. The condition's own clock can be chosen, too.
//
// expect-exit: 0
// expect-events: wait_begin>=4 wait_end>=4 acquire>=4 release>=4
// deterministic: no
#define _GNU_SOURCE
#include <errno.h>
#include <time.h>

#include "../check.h"

static pthread_mutex_t mutex;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER, never_monotonic;

static const struct timespec* soon(clockid_t clock) {
  static struct timespec t;
  clock_gettime(clock, &t);
  t.tv_nsec += 10 * 1000000;
  if (t.tv_nsec >= 1000000000) ++t.tv_sec, t.tv_nsec -= 1000000000;
  return &t;
}

// An error-checking mutex tells whether it is really held.
static void check_held(void) { CHECK(pthread_mutex_lock(&mutex) == EDEADLK); }

int main(void) {
  pthread_mutexattr_t checking;
  pthread_mutexattr_init(&checking);
  pthread_mutexattr_settype(&checking, PTHREAD_MUTEX_ERRORCHECK);
  CHECK(pthread_mutex_init(&mutex, &checking) == 0);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  CHECK(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
  CHECK(pthread_cond_init(&never_monotonic, &attributes) == 0);

  pthread_mutex_lock(&mutex);
  CHECK(pthread_cond_timedwait(&never, &mutex, soon(CLOCK_REALTIME)) == ETIMEDOUT);
  check_held();
  CHECK(pthread_cond_timedwait(&never, &mutex, &(struct timespec){.tv_sec = 1}) == ETIMEDOUT);
  check_held();
  CHECK(pthread_cond_timedwait(&never_monotonic, &mutex, soon(CLOCK_MONOTONIC)) == ETIMEDOUT);
  check_held();
  CHECK(pthread_cond_clockwait(&never, &mutex, CLOCK_MONOTONIC, soon(CLOCK_MONOTONIC)) ==
        ETIMEDOUT);
  check_held();
  CHECK(pthread_mutex_unlock(&mutex) == 0);
  pthread_cond_destroy(&never_monotonic);
  return 0;
}
