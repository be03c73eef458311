// Spins with the pause instruction, which tells the processor and nobody else.
//
// expect-exit: 0
// expect-output: 20 hand-overs
// expect-events: fork=1 join=1 atomic_write=40 atomic_read>=40
// deterministic: yes
#include <stdatomic.h>

#include "../check.h"

enum { HAND_OVERS = 20 };

static atomic_bool full;
static int box;

static void* put(void* unused) {
  for (int i = 0; i < HAND_OVERS; ++i) {
    while (atomic_load_explicit(&full, memory_order_acquire)) __builtin_ia32_pause();
    box = i;
    atomic_store_explicit(&full, 1, memory_order_release);
  }
  return unused;
}

int main(void) {
  const pthread_t producer = start_thread(put, NULL);
  for (int i = 0; i < HAND_OVERS; ++i) {
    while (!atomic_load_explicit(&full, memory_order_acquire)) __builtin_ia32_pause();
    CHECK(box == i);
    atomic_store_explicit(&full, 0, memory_order_release);
  }
  join_thread(producer);
  printf("%d hand-overs\n", HAND_OVERS);
  return 0;
}
