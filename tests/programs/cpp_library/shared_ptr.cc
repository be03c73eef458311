// std::shared_ptr and std::weak_ptr copied and dropped in several threads: the object lives as long
// as somebody has it, and dies once.
//
// expect-exit: 0
// expect-output: 6000 sum, 1 destroyed
// expect-events: fork=3 join=3 atomic_update>=60
// deterministic: yes
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "../check.h"

std::atomic<int> destroyed = 0;

struct Shared {
  ~Shared() { ++destroyed; }
  const int value = 100;
};

int main() {
  auto shared = std::make_shared<Shared>();
  const std::weak_ptr<Shared> weak = shared;
  std::atomic<int> sum = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([own = shared, weak, &sum] {
      for (int i = 0; i < 20; ++i) {
        const std::shared_ptr<Shared> copy = i % 2 ? own : weak.lock();
        CHECK(copy != nullptr);
        sum += copy->value;
      }
    });
  }
  shared.reset();
  for (std::thread& thread : threads) thread.join();
  threads.clear();
  CHECK(weak.expired());
  std::printf("%d sum, %d destroyed\n", sum.load(), destroyed.load());
}
