// _exit called by a thread: no handlers, no flushing, whatever the others do.
//
// expect-exit: 6
// expect-output: written
// expect-events: fork=2 join=0
// deterministic: no
#include <unistd.h>

#include "../check.h"

static void never(void) { puts("handler"); }

static void* spin(void* unused) {
  for (volatile int i = 0;; i = i + 1) continue;
  return unused;
}

static void* leave(void* unused) {
  CHECK(write(STDOUT_FILENO, "written\n", 8) == 8);
  _exit(6);
  return unused;
}

int main(void) {
  CHECK(atexit(never) == 0);
  printf("never flushed");
  start_thread(spin, NULL);
  join_thread(start_thread(leave, NULL));
  return 1;
}
