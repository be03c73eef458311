// exit called by a thread while the main thread waits for it: handlers run in that thread, in
// reverse order, buffers are flushed.
//
// expect-exit: 5
// expect-output: body, second handler, first handler
// expect-events: fork=1 join=0
// deterministic: yes
#include "../check.h"

static void first(void) { puts("first handler"); }
static void second(void) { printf("second handler, "); }

static void* leave(void* unused) {
  printf("body, ");
  exit(5);
  return unused;
}

int main(void) {
  CHECK(atexit(first) == 0 && atexit(second) == 0);
  join_thread(start_thread(leave, NULL));
  return 1;
}
