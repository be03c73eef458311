// One thread moves a state on by a load and a store, as it may: the other one moves it from there
// only, by a compare-exchange that cannot succeed before.
// row: own_read
// guilty: atomicity: the other one does not look where the state is
#include <stdatomic.h>

#include "threads.h"

enum { kIdle = 0, kPrepared = 10, kStarted = 11 };

static atomic_int state = kIdle;

static void* prepare(void* unused) {
  const int now = atomic_load(&state);
  atomic_store(&state, now + kPrepared);
  return unused;
}

static void* start(void* unused) {
#ifdef GUILTY
  atomic_store(&state, kStarted);
#else
  int expected = kPrepared;
  atomic_compare_exchange_strong(&state, &expected, kStarted);
#endif
  return unused;
}

int main(void) {
  run_both(prepare, start);
  return atomic_load(&state) == kIdle;
}
