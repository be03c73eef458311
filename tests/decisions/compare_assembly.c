// As compare.c, in assembler code.
// row: own_read
// guilty: atomicity: what was set meanwhile is overwritten
#include "threads.h"

static int count;

static void* count_up(void* unused) {
  int old = __atomic_load_n(&count, __ATOMIC_SEQ_CST);
#ifdef GUILTY
  __atomic_store_n(&count, old + 1, __ATOMIC_SEQ_CST);
#else
  __asm__ volatile("lock cmpxchgl %2, %1" : "+a"(old), "+m"(count) : "r"(old + 1) : "memory", "cc");
#endif
  return unused;
}

static void* set(void* unused) {
  __atomic_store_n(&count, 10, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  run_both(count_up, set);
  return __atomic_load_n(&count, __ATOMIC_SEQ_CST) == 0;
}
