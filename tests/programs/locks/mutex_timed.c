// pthread_mutex_timedlock and pthread_mutex_clocklock: they time out while another thread holds the
// mutex, even if the time has already passed, and succeed at once when it is free.
//
// expect-exit: 0
// expect-events: fork=1 join=1 acquire=4 release=4
// deterministic: no
#define _GNU_SOURCE
#include <errno.h>
#include <time.h>

#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct timespec soon(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  t.tv_nsec += 20 * 1000000;
  if (t.tv_nsec >= 1000000000) ++t.tv_sec, t.tv_nsec -= 1000000000;
  return t;
}

static void* time_out(void* unused) {
  struct timespec real = soon(CLOCK_REALTIME), past = {.tv_sec = 1};
  CHECK(pthread_mutex_timedlock(&mutex, &real) == ETIMEDOUT);
  CHECK(pthread_mutex_timedlock(&mutex, &past) == ETIMEDOUT);
  struct timespec monotonic = soon(CLOCK_MONOTONIC);
  CHECK(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &monotonic) == ETIMEDOUT);
  return unused;
}

int main(void) {
  pthread_mutex_lock(&mutex);
  join_thread(start_thread(time_out, NULL));
  pthread_mutex_unlock(&mutex);

  struct timespec real = soon(CLOCK_REALTIME), monotonic = soon(CLOCK_MONOTONIC), past = {0};
  CHECK(pthread_mutex_timedlock(&mutex, &real) == 0);
  CHECK(pthread_mutex_unlock(&mutex) == 0);
  CHECK(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &monotonic) == 0);
  CHECK(pthread_mutex_unlock(&mutex) == 0);
  CHECK(pthread_mutex_timedlock(&mutex, &past) == 0);  // free: the time does not matter
  CHECK(pthread_mutex_unlock(&mutex) == 0);
  return 0;
}
