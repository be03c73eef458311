// A test-and-test-and-set lock that waits longer after each failure, in loops of pause instructions
// that touch no memory.
//
// expect-exit: 0
// expect-output: 300
// expect-events: fork=3 join=3 atomic_update>=300 atomic_write=300
// deterministic: yes
#include <atomic>
#include <thread>
#include <vector>

#include "../check.h"

class SpinLock {
 public:
  void lock() {
    for (int wait = 1; taken_.exchange(true, std::memory_order_acquire);
         wait = wait < 64 ? 2 * wait : 64) {
      while (taken_.load(std::memory_order_relaxed)) {
        for (int i = 0; i < wait; ++i) __builtin_ia32_pause();
      }
    }
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> taken_ = false;
};

int main() {
  SpinLock lock;
  int counter = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 100; ++i) {
          lock.lock();
          ++counter;
          lock.unlock();
        }
      });
    }
  }
  std::printf("%d\n", counter);
}
