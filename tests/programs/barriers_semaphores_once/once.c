// pthread_once: whoever comes first runs the routine, the others return after it is done.
//
// expect-exit: 0
// expect-output: 1
// expect-events: fork=3 join=3 once_begin=1 once_end=1 once_pass=5
// deterministic: yes
#include <sched.h>

#include "../check.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls, value;

static void initialise(void) {
  ++calls;
  sched_yield();  // so that others come while it runs
  value = 99;
}

static void* use(void* unused) {
  for (int i = 0; i < 2; ++i) {
    CHECK(pthread_once(&once, initialise) == 0);
    CHECK(value == 99);
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) threads[i] = start_thread(use, NULL);
  for (int i = 0; i < 3; ++i) join_thread(threads[i]);
  printf("%d\n", calls);
  return 0;
}
