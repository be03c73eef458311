// A ticket lock: everybody draws a number and spins until it is called, so the order of entry is
// the order of drawing.
//
// expect-exit: 0
// expect-output: 200, served in order
// expect-events: fork=4 join=4 atomic_update=200 atomic_write=200
// deterministic: yes
#include <stdatomic.h>

#include "../check.h"

static atomic_uint next_ticket, now_serving;
static unsigned served;

static void* enter_often(void* unused) {
  for (int i = 0; i < 50; ++i) {
    const unsigned mine = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
    while (atomic_load_explicit(&now_serving, memory_order_acquire) != mine) continue;
    CHECK(served == mine);
    ++served;
    atomic_store_explicit(&now_serving, mine + 1, memory_order_release);
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) threads[i] = start_thread(enter_often, NULL);
  for (int i = 0; i < 4; ++i) join_thread(threads[i]);
  printf("%u, served in order\n", served);
  return 0;
}
