// Dekker's test: with sequentially consistent accesses, or relaxed ones with a full fence between,
// two threads cannot both miss the other's write.
//
// expect-exit: 0
// expect-output: never both zero
// expect-events: fork=100 join=100 atomic_write=200 atomic_read=100 fence=25
// deterministic: yes
#include <stdatomic.h>

#include "../check.h"

static atomic_int x, y;
static int seen_x, seen_y;

static void* write_x_read_y(void* unused) {
  atomic_store(&x, 1);
  seen_y = atomic_load(&y);
  return unused;
}

static void* write_y_read_x(void* unused) {
  atomic_store(&y, 1);
  seen_x = atomic_load(&x);
  return unused;
}

static void* write_x_fence_read_y(void* unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  seen_y = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}

int main(void) {
  for (int round = 0; round < 50; ++round) {
    atomic_store(&x, 0);
    atomic_store(&y, 0);
    const pthread_t a = start_thread(round % 2 ? write_x_read_y : write_x_fence_read_y, NULL);
    const pthread_t b = start_thread(write_y_read_x, NULL);
    join_thread(a);
    join_thread(b);
    CHECK(seen_x || seen_y);
  }
  puts("never both zero");
  return 0;
}
