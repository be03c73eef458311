// As compare.c, with a count that has 16 bytes.
// row: own_read
// guilty: atomicity: what was set meanwhile is overwritten
// flags: -mcx16
#include "threads.h"

static __int128 count __attribute__((aligned(16)));

static __int128 value(void) {
  return (__int128)__atomic_load_n((long*)&count + 1, __ATOMIC_SEQ_CST) << 64 |
         __atomic_load_n((long*)&count, __ATOMIC_SEQ_CST);
}

static void* count_up(void* unused) {
  const __int128 old = value();
#ifdef GUILTY
  __atomic_store_n((long*)&count, (long)old + 1, __ATOMIC_SEQ_CST);
#else
  __sync_bool_compare_and_swap(&count, old, old + 1);
#endif
  return unused;
}

static void* set(void* unused) {
  __atomic_store_n((long*)&count, 10, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  run_both(count_up, set);
  return value() == 0;
}
