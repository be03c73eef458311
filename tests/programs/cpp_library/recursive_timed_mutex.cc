// std::recursive_timed_mutex: its owner gets it again at once, others time out until it is given
// back as often as it was taken.
//
// expect-exit: 0
// expect-events: fork=2 join=2 acquire>=2 release>=2
// deterministic: no
#include <chrono>
#include <mutex>
#include <thread>

#include "../check.h"

using namespace std::chrono_literals;

int main() {
  std::recursive_timed_mutex mutex;
  mutex.lock();
  CHECK(mutex.try_lock());
  CHECK(mutex.try_lock_for(1ms));
  mutex.unlock();
  mutex.unlock();
  std::thread([&] {
    CHECK(!mutex.try_lock());
    CHECK(!mutex.try_lock_for(10ms));
  }).join();
  mutex.unlock();
  std::thread([&] {
    CHECK(mutex.try_lock_until(std::chrono::steady_clock::now() + 10s));
    CHECK(mutex.try_lock_for(0ms));
    mutex.unlock();
    mutex.unlock();
  }).join();
}
