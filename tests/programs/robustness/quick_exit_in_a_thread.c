// quick_exit called by a thread: only its own handlers run, and nothing is flushed.
//
// expect-exit: 7
// expect-output: quick handler
// expect-events: fork=1 join=0
// deterministic: yes
#include <unistd.h>

#include "../check.h"

static void never(void) { puts("ordinary handler"); }

static void quick(void) { CHECK(write(STDOUT_FILENO, "quick handler\n", 14) == 14); }

static void* leave(void* unused) {
  printf("never flushed");
  quick_exit(7);
  return unused;
}

int main(void) {
  CHECK(atexit(never) == 0 && at_quick_exit(quick) == 0);
  join_thread(start_thread(leave, NULL));
  return 1;
}
