// std::shared_future: three threads wait for one value, which each of them sees.
//
// expect-exit: 0
// expect-output: 300
// expect-events: fork=3 join=3
// deterministic: yes
#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include "../check.h"

int main() {
  std::promise<std::vector<int>> promise;
  const std::shared_future<std::vector<int>> future = promise.get_future().share();
  std::atomic<int> sum = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([future, &sum] {
      for (const int n : future.get()) sum += n;
    });
  }
  promise.set_value({10, 20, 30, 40});
  for (std::thread& thread : threads) thread.join();
  std::printf("%d\n", sum.load());
}
