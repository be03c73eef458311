// std::counting_semaphore and std::binary_semaphore: permits, a hand-over of plain data, tries with
// and without a limit.
//
// expect-exit: 0
// expect-output: 15
// expect-events: fork=4 join=4 atomic_update>=10
// deterministic: no
#include <atomic>
#include <chrono>
#include <semaphore>
#include <thread>
#include <vector>

#include "../check.h"

using namespace std::chrono_literals;

int main() {
  std::counting_semaphore<2> permits(2);
  std::atomic<int> inside = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&] {
        permits.acquire();
        CHECK(++inside <= 2);
        std::this_thread::yield();
        --inside;
        permits.release();
      });
    }
  }
  CHECK(permits.try_acquire() && permits.try_acquire() && !permits.try_acquire());
  CHECK(!permits.try_acquire_for(10ms));
  permits.release(2);

  std::binary_semaphore filled(0), emptied(1);
  int box = 0, sum = 0;
  std::jthread producer([&] {
    for (int i = 1; i <= 5; ++i) {
      emptied.acquire();
      box = i;
      filled.release();
    }
  });
  for (int i = 0; i < 5; ++i) {
    filled.acquire();
    sum += box;
    emptied.release();
  }
  std::printf("%d\n", sum);
}
