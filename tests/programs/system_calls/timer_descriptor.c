// A timerfd that one thread reads, beside another that works.
//
// expect-exit: 0
// expect-output: 3 ticks
// expect-events: fork=1 join=1
// deterministic: no
#include <stdatomic.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "../check.h"

static atomic_int ticks;

static void* read_ticks(void* timer) {
  while (atomic_load(&ticks) < 3) {
    uint64_t expired = 0;
    CHECK(read(*(int*)timer, &expired, sizeof expired) == sizeof expired && expired >= 1);
    atomic_fetch_add(&ticks, 1);
  }
  return NULL;
}

int main(void) {
  int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  const struct itimerspec every = {.it_interval.tv_nsec = 2000000, .it_value.tv_nsec = 2000000};
  CHECK(timer >= 0 && timerfd_settime(timer, 0, &every, NULL) == 0);
  const pthread_t reader = start_thread(read_ticks, &timer);
  volatile unsigned long work = 0;
  while (atomic_load(&ticks) < 3) ++work;
  join_thread(reader);
  printf("%d ticks\n", atomic_load(&ticks));
  return 0;
}
