// A spin on a plain volatile flag that another thread sets after some work. A data race by the
// letter of the standard, and common in old code; on purpose here.
//
// expect-exit: 0
// expect-output: 5050
// expect-events: fork=1 join=1 write>=1 read>=1
// deterministic: yes
// finds: race
#include "../check.h"

static volatile int ready;
static volatile int result;

static void* work(void* unused) {
  int sum = 0;
  for (int i = 1; i <= 100; ++i) sum += i;
  result = sum;
  ready = 1;
  return unused;
}

int main(void) {
  const pthread_t worker = start_thread(work, NULL);
  while (!ready) continue;
  printf("%d\n", result);
  join_thread(worker);
  return 0;
}
