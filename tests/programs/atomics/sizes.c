// Atomics of one, two, four and eight bytes side by side in one struct: each counts to its own
// limit, wraps around, and leaves its neighbours alone.
//
// expect-exit: 0
// expect-output: 44 300 300 300, guards whole
// expect-events: fork=2 join=2 atomic_update=1200
// deterministic: yes
#include <stdatomic.h>
#include <stdint.h>

#include "../check.h"

static struct {
  uint8_t guard0;
  _Atomic uint8_t one;
  _Atomic uint16_t two;
  _Atomic uint32_t four;
  _Atomic uint64_t eight;
  uint8_t guard1;
} all = {.guard0 = 0xaa, .guard1 = 0x55};

static void* count(void* unused) {
  for (int i = 0; i < 150; ++i) {
    atomic_fetch_add(&all.one, 1);
    atomic_fetch_add(&all.two, 1);
    atomic_fetch_add(&all.four, 1);
    atomic_fetch_add(&all.eight, 1);
  }
  return unused;
}

int main(void) {
  const pthread_t a = start_thread(count, NULL), b = start_thread(count, NULL);
  join_thread(a);
  join_thread(b);
  CHECK(all.guard0 == 0xaa && all.guard1 == 0x55);
  printf("%u %u %u %lu, guards whole\n", all.one, all.two, all.four, (unsigned long)all.eight);
  return 0;
}
