// Atomics of sixteen bytes (cmpxchg16b): a pair of a counter and its square, replaced as one, and
// loads and stores of the whole.
//
// expect-exit: 0
// expect-output: 40 1600
// expect-events: fork=2 join=2
// deterministic: yes
// flags: -mcx16
#include <stdatomic.h>
#include <stdint.h>

#include "../check.h"

typedef unsigned __int128 Pair;  // counter in the low half, its square in the high half

static Pair pair(uint64_t counter, uint64_t square) { return (Pair)square << 64 | counter; }

static _Alignas(16) Pair value;

static void* count(void* unused) {
  for (int i = 0; i < 20; ++i) {
    Pair seen = __atomic_load_n(&value, __ATOMIC_ACQUIRE), next;
    do {
      const uint64_t counter = (uint64_t)seen, square = (uint64_t)(seen >> 64);
      CHECK(square == counter * counter);
      next = pair(counter + 1, (counter + 1) * (counter + 1));
    } while (
        !__atomic_compare_exchange_n(&value, &seen, next, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
  }
  return unused;
}

int main(void) {
  __atomic_store_n(&value, pair(0, 0), __ATOMIC_RELEASE);
  const pthread_t a = start_thread(count, NULL), b = start_thread(count, NULL);
  join_thread(a);
  join_thread(b);
  const Pair last = __atomic_exchange_n(&value, 0, __ATOMIC_SEQ_CST);
  printf("%lu %lu\n", (unsigned long)last, (unsigned long)(last >> 64));
  return 0;
}
