// Inline assembly that writes memory and exchanges atomically: instrumented code around it reads
// what it wrote.
//
// expect-exit: 0
// expect-output: 5 6 100
// expect-events: fork=2 join=2
// deterministic: yes
#include <sched.h>

#include "../check.h"

static int lock, counter, plain = 5;

static int exchange(int* place, int value) {
  __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*place)::"memory");
  return value;
}

static void* count(void* unused) {
  for (int i = 0; i < 50; ++i) {
    while (exchange(&lock, 1)) sched_yield();
    ++counter;
    exchange(&lock, 0);
  }
  return unused;
}

int main(void) {
  const int before = plain;
  __asm__ volatile("incl %0" : "+m"(plain));
  const pthread_t a = start_thread(count, NULL), b = start_thread(count, NULL);
  join_thread(a);
  join_thread(b);
  printf("%d %d %d\n", before, plain, counter);
  return 0;
}
