// Spins with std::this_thread::yield, and one that sleeps a little longer each time.
//
// expect-exit: 0
// expect-output: 6 stages
// expect-events: fork=2 join=2 atomic_read>=6
// deterministic: no
#include <atomic>
#include <chrono>
#include <thread>

#include "../check.h"

std::atomic<int> stage = 0;

void wait_yielding(int wanted) {
  while (stage.load(std::memory_order_acquire) < wanted) std::this_thread::yield();
}

void wait_sleeping(int wanted) {
  std::chrono::microseconds pause(1);
  for (; stage.load(std::memory_order_acquire) < wanted; pause *= 2) {
    std::this_thread::sleep_for(pause);
  }
}

int main() {
  {
    std::jthread even([] {
      for (int i = 0; i < 6; i += 2) wait_yielding(i), stage.fetch_add(1);
    });
    std::jthread odd([] {
      for (int i = 1; i < 6; i += 2) wait_sleeping(i), stage.fetch_add(1);
    });
  }
  std::printf("%d stages\n", stage.load());
}
