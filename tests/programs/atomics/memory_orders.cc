// Every memory order that load, store, update, compare-exchange and fence accept.
//
// expect-exit: 0
// expect-events: atomic_read>=4 atomic_write=3 atomic_update>=8 fence>=1
// deterministic: yes
#include <atomic>

#include "../check.h"

using enum std::memory_order;

std::atomic<int> x = 0;

int main() {
  x.store(1, relaxed);
  x.store(2, release);
  x.store(3, seq_cst);
  CHECK(x.load(relaxed) == 3 && x.load(consume) == 3);
  CHECK(x.load(acquire) == 3 && x.load(seq_cst) == 3);
  CHECK(x.fetch_add(1, relaxed) == 3 && x.fetch_add(1, acquire) == 4);
  CHECK(x.fetch_add(1, release) == 5 && x.fetch_add(1, acq_rel) == 6);
  CHECK(x.exchange(0, seq_cst) == 7);
  int expected = 1;
  CHECK(!x.compare_exchange_strong(expected, 1, acq_rel, acquire) && expected == 0);
  CHECK(x.compare_exchange_strong(expected, 1, release, relaxed));
  expected = 1;
  CHECK(x.compare_exchange_strong(expected, 2, acquire));
  expected = 2;
  CHECK(x.compare_exchange_strong(expected, 3, seq_cst, relaxed));
  std::atomic_thread_fence(acquire);
  std::atomic_thread_fence(release);
  std::atomic_thread_fence(acq_rel);
  std::atomic_thread_fence(seq_cst);
  std::atomic_signal_fence(seq_cst);
}
