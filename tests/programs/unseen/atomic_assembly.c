// Inline assembly as programs have it that do not use their compiler's atomics: a lock, a counter,
// a compare-exchange that may fail, fences, an address in a register, and jumps out of the
// assembly.
//
// expect-exit: 0
// expect-events: fork=1 join=1 fence=4 atomic_update>=125
// deterministic: yes
#include <sched.h>

#include "../check.h"

static int lock, counter;
static long tickets;
static char flag;
int left, right;

static inline int exchange(int* place, int value) {
  __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*place)::"memory");
  return value;
}

static inline long fetch_and_add(long* place, long value) {
  __asm__ volatile("lock; xaddq %0, %1" : "+r"(value), "+m"(*place)::"memory", "cc");
  return value;
}

static inline char compare_exchange(char* place, char expected, char wanted) {
  __asm__ volatile("lock cmpxchgb %2, %1"
                   : "+a"(expected), "+m"(*place)
                   : "q"(wanted)
                   : "memory", "cc");
  return expected;
}

#ifdef THROUGH_A_REGISTER
static inline void increment(int* place) {
  __asm__ volatile("lock; incl (%0)" : : "r"(place) : "memory", "cc");
}
#endif

// Whether the place is zero now.
static inline int decrement(int* place) {
  __asm__ goto("lock; decl %0\n\tje %l[zero]" : "+m"(*place) : : "memory", "cc" : zero);
  left = 1;
  return 0;
zero:
  right = 1;
  return 1;
}

static void* work(void* unused) {
  for (int i = 0; i < 20; ++i) {
    while (exchange(&lock, 1)) sched_yield();
    ++counter;
    exchange(&lock, 0);
    fetch_and_add(&tickets, 2);
  }
  __asm__ volatile("mfence" ::: "memory");
  __asm__ volatile("lock; addl $0, 0(%%rsp)" ::: "memory", "cc");
  return unused;
}

int main(void) {
  const pthread_t thread = start_thread(work, NULL);
  work(NULL);
  join_thread(thread);
  CHECK(counter == 40 && tickets == 80);
  CHECK(compare_exchange(&flag, 0, 1) == 0 && compare_exchange(&flag, 0, 2) == 1);
  int rounds = 0;
  for (counter = 3; !decrement(&counter);) ++rounds;
  CHECK(rounds == 2 && left == 1 && right == 1);
#ifdef THROUGH_A_REGISTER
  increment(&counter);
  increment(&counter);
  CHECK(counter == 2);
#endif
  return 0;
}
