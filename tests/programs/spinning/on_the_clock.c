// A loop that spins on the time, beside a thread that does the same until it is told to stop.
//
// expect-exit: 0
// expect-output: done
// expect-events: fork=1 join=1 atomic_read>=1
// deterministic: no
#include <stdatomic.h>
#include <time.h>

#include "../check.h"

static atomic_bool stop;

static long microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void* watch(void* unused) {
  for (long last = microseconds(); !atomic_load(&stop);) {
    const long now = microseconds();
    CHECK(now >= last);
    last = now;
  }
  return unused;
}

int main(void) {
  const pthread_t watcher = start_thread(watch, NULL);
  for (const long start = microseconds(); microseconds() - start < 20000;) continue;
  atomic_store(&stop, 1);
  join_thread(watcher);
  puts("done");
  return 0;
}
