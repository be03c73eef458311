// A count goes up by one, or not at all if somebody set it meanwhile.
// row: own_read
// guilty: atomicity: what was set meanwhile is overwritten
#include <stdatomic.h>

#include "threads.h"

static _Atomic int count;

static void* count_up(void* unused) {
  int old = atomic_load(&count);
#ifdef GUILTY
  atomic_store(&count, old + 1);
#else
  atomic_compare_exchange_strong(&count, &old, old + 1);
#endif
  return unused;
}

static void* set(void* unused) {
  atomic_store(&count, 10);
  return unused;
}

int main(void) {
  run_both(count_up, set);
  return atomic_load(&count) == 0;
}
