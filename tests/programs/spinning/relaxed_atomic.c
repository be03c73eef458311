// Spins on a relaxed atomic, without giving way: three threads wait for a start signal and for each
// other.
//
// expect-exit: 0
// expect-output: all 3 arrived
// expect-events: fork=3 join=3 atomic_read>=6 atomic_update=3 atomic_write=1
// deterministic: yes
#include <stdatomic.h>

#include "../check.h"

static atomic_int go, arrived;

static void* run(void* unused) {
  while (!atomic_load_explicit(&go, memory_order_relaxed)) continue;
  atomic_fetch_add_explicit(&arrived, 1, memory_order_relaxed);
  while (atomic_load_explicit(&arrived, memory_order_relaxed) < 3) continue;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) threads[i] = start_thread(run, NULL);
  atomic_store_explicit(&go, 1, memory_order_relaxed);
  for (int i = 0; i < 3; ++i) join_thread(threads[i]);
  printf("all %d arrived\n", atomic_load(&arrived));
  return 0;
}
