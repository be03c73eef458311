// std::atomic of float and double: fetch_add is a compare-and-exchange loop inside the library.
//
// expect-exit: 0
// expect-output: 30.0 -15.0
// expect-events: fork=3 join=3 atomic_update>=120
// deterministic: yes
#include <atomic>
#include <thread>
#include <vector>

#include "../check.h"

int main() {
  std::atomic<double> up = 0;
  std::atomic<float> down = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        up.fetch_add(0.5);
        down -= 0.25f;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::printf("%.1f %.1f\n", up.load(), static_cast<double>(down.load()));
}
