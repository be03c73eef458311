// setjmp and longjmp over several frames, many times, in two threads at once; the calls that are
// jumped over never return.
//
// expect-exit: 0
// expect-output: 200 jumps
// expect-events: fork=2 join=2
// deterministic: yes
#include <setjmp.h>
#include <stdint.h>

#include "../check.h"

static void descend(jmp_buf* target, int levels, int result) {
  volatile char frame[100];
  frame[levels] = (char)result;
  if (levels == 0) longjmp(*target, result);
  descend(target, levels - 1, result);
  CHECK(!"came back");
}

static void* jump(void* unused) {
  (void)unused;
  volatile intptr_t jumps = 0;
  for (volatile int i = 1; i <= 100; i = i + 1) {
    jmp_buf target;
    const int result = setjmp(target);
    if (result == 0) {
      descend(&target, 10, i);
    } else {
      CHECK(result == i);
      ++jumps;
    }
  }
  return (void*)jumps;
}

int main(void) {
  const pthread_t a = start_thread(jump, NULL), b = start_thread(jump, NULL);
  const intptr_t jumps = (intptr_t)join_thread(a) + (intptr_t)join_thread(b);
  printf("%d jumps\n", (int)jumps);
  return 0;
}
