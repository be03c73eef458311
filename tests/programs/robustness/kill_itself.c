// SIGKILL, which no handler sees and nothing survives, while threads are at work: what was recorded
// before should still be readable.
//
// expect-exit: signal SIGKILL
// expect-output: before
// deterministic: no
#include <signal.h>
#include <unistd.h>

#include "../check.h"

static long counters[2];

static void* count(void* counter) {
  for (int i = 0; i < 100000; ++i) ++*(volatile long*)counter;
  return NULL;
}

int main(void) {
  puts("before");
  fflush(stdout);
  const pthread_t first = start_thread(count, &counters[0]);
  join_thread(first);
  start_thread(count, &counters[1]);
  kill(getpid(), SIGKILL);
  for (;;) pause();
}
