// std::shared_timed_mutex: timed tries in both modes beside a reader and beside a writer.
//
// expect-exit: 0
// expect-events: fork=2 join=2 acquire=1 release=1 acquire_shared=3 release_shared=3
// deterministic: no
#include <chrono>
#include <shared_mutex>
#include <thread>

#include "../check.h"

using namespace std::chrono_literals;
using std::chrono::steady_clock;

int main() {
  std::shared_timed_mutex mutex;
  mutex.lock_shared();
  std::thread([&] {
    CHECK(!mutex.try_lock_for(10ms));
    CHECK(!mutex.try_lock_until(steady_clock::now() + 10ms));
    CHECK(mutex.try_lock_shared_for(10ms));
    mutex.unlock_shared();
    CHECK(mutex.try_lock_shared_until(steady_clock::now()));
    mutex.unlock_shared();
  }).join();
  mutex.unlock_shared();

  CHECK(mutex.try_lock_for(1s));
  std::thread([&] {
    CHECK(!mutex.try_lock_shared_for(10ms));
    CHECK(!mutex.try_lock_shared_until(steady_clock::now() + 10ms));
    CHECK(!mutex.try_lock_until(steady_clock::now() + 10ms));
  }).join();
  mutex.unlock();
}
