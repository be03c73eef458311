// nanosleep, clock_nanosleep, usleep and sleep: they last as long as asked, and another thread runs
// meanwhile.
//
// expect-exit: 0
// expect-events: fork=1 join=1
// deterministic: no
#define _GNU_SOURCE
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "../check.h"

static atomic_bool enough;
static long rounds;

static void* keep_running(void* unused) {
  while (!atomic_load(&enough)) ++rounds, usleep(1000);
  return unused;
}

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int main(void) {
  const pthread_t runner = start_thread(keep_running, NULL);
  const struct timespec ten = {.tv_nsec = 10000000};
  const long start = milliseconds();
  CHECK(nanosleep(&ten, NULL) == 0);
  CHECK(clock_nanosleep(CLOCK_MONOTONIC, 0, &ten, NULL) == 0);
  CHECK(usleep(10000) == 0);
  CHECK(milliseconds() - start >= 29);
  CHECK(sleep(1) == 0);
  CHECK(milliseconds() - start >= 1029);

  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_nsec = 0;  // already over
  CHECK(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == 0);
  atomic_store(&enough, 1);
  join_thread(runner);
  CHECK(rounds > 0);
  return 0;
}
