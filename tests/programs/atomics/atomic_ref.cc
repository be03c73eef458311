// std::atomic_ref: the elements of an ordinary array are atomic while the threads run.
//
// expect-exit: 0
// expect-output: 30 30 30 30
// expect-events: fork=3 join=3 atomic_update=120
// deterministic: yes
#include <atomic>
#include <thread>
#include <vector>

#include "../check.h"

int main() {
  std::vector<int> counters(4);
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 40; ++i) {
        std::atomic_ref counter(counters[static_cast<size_t>(i) % counters.size()]);
        counter.fetch_add(1, std::memory_order_relaxed);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::printf("%d %d %d %d\n", counters[0], counters[1], counters[2], counters[3]);
}
