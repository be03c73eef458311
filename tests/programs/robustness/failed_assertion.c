// A failed assert: a message on standard error, and abort.
//
// expect-exit: signal SIGABRT
// expect-output: before
// expect-events: fork=1 join=1
// deterministic: yes
// finds: failure
#undef NDEBUG
#include <assert.h>

#include "../check.h"

static int counter;

static void* count(void* unused) {
  ++counter;
  return unused;
}

int main(void) {
  puts("before");
  fflush(stdout);
  join_thread(start_thread(count, NULL));
  assert(counter == 2);
  return 0;
}
