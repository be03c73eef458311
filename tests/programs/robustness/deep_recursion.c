// Recursion 20,000 calls deep, in the main thread and in another at the same time; the stack of
// calls is as deep as that.
//
// expect-exit: 0
// expect-output: 200010000 200010000
// expect-events: fork=1 join=1
// deterministic: yes
#include "../check.h"

enum { DEPTH = 20000 };

__attribute__((noinline)) static long sum_up_to(int n) {
  if (n == 0) return 0;
  const long rest = sum_up_to(n - 1);
  __asm__ volatile("" ::: "memory");  // keeps it from becoming a loop
  return n + rest;
}

static void* recurse(void* result) {
  *(long*)result = sum_up_to(DEPTH);
  return NULL;
}

int main(void) {
  long in_main = 0, in_thread = 0;
  const pthread_t thread = start_thread(recurse, &in_thread);
  recurse(&in_main);
  join_thread(thread);
  printf("%ld %ld\n", in_main, in_thread);
  return 0;
}
