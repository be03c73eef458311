// std::timed_mutex: try_lock_for and try_lock_until time out beside an owner, and succeed without.
//
// expect-exit: 0
// expect-events: fork=1 join=1 acquire=3 release=3
// deterministic: no
#include <chrono>
#include <mutex>
#include <thread>

#include "../check.h"

using namespace std::chrono_literals;

int main() {
  std::timed_mutex mutex;
  mutex.lock();
  std::thread([&] {
    CHECK(!mutex.try_lock_for(10ms));
    CHECK(!mutex.try_lock_until(std::chrono::steady_clock::now() + 10ms));
    CHECK(!mutex.try_lock_until(std::chrono::system_clock::now() - 1s));
    CHECK(!std::unique_lock(mutex, 10ms));
  }).join();
  mutex.unlock();
  CHECK(mutex.try_lock_for(1s));
  mutex.unlock();
  CHECK(mutex.try_lock_until(std::chrono::steady_clock::now()));
  mutex.unlock();
}
