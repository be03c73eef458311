// std::atomic_flag as a lock whose owners sleep: test_and_set, wait, clear, notify.
//
// expect-exit: 0
// expect-output: 90
// expect-events: fork=3 join=3 atomic_update>=90 atomic_write>=90
// deterministic: yes
#include <atomic>
#include <thread>
#include <vector>

#include "../check.h"

class Lock {
 public:
  void lock() {
    while (flag_.test_and_set(std::memory_order_acquire)) flag_.wait(true);
  }
  void unlock() {
    flag_.clear(std::memory_order_release);
    flag_.notify_one();
  }

 private:
  std::atomic_flag flag_;
};

int main() {
  Lock lock;
  int counter = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 30; ++i) {
          lock.lock();
          ++counter;
          lock.unlock();
        }
      });
    }
  }
  std::printf("%d\n", counter);
}
