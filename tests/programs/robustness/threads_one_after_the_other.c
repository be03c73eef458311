// A thousand threads, never more than two alive: numbers and buffers of ended threads are used
// again.
//
// expect-exit: 0
// expect-output: 1000
// expect-events: fork=1000 join=1000
// deterministic: yes
#include "../check.h"

static int counter;

static void* count(void* unused) {
  ++counter;
  return unused;
}

int main(void) {
  for (int i = 0; i < 1000; ++i) join_thread(start_thread(count, NULL));
  printf("%d\n", counter);
  return 0;
}
