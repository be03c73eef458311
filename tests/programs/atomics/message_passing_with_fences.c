// Relaxed accesses with fences between: what was written before the release fence is seen after the
// acquire fence. The spin gives way with sched_yield.
//
// expect-exit: 0
// expect-output: 42
// expect-events: fork=1 join=1 fence=2 atomic_write=1 atomic_read>=1
// deterministic: yes
#include <sched.h>
#include <stdatomic.h>

#include "../check.h"

static int data;
static atomic_int ready;

static void* produce(void* unused) {
  data = 42;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  const pthread_t producer = start_thread(produce, NULL);
  while (!atomic_load_explicit(&ready, memory_order_relaxed)) sched_yield();
  atomic_thread_fence(memory_order_acquire);
  printf("%d\n", data);
  join_thread(producer);
  return 0;
}
