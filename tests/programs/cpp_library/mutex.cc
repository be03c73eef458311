// std::mutex with all its guards: lock_guard, unique_lock (deferred, adopted, given back early,
// tried) and bare.
//
// expect-exit: 0
// expect-output: 160
// expect-events: fork=3 join=3 acquire=162 release=162 failed_try=2
// deterministic: yes
#include <mutex>
#include <thread>

#include "../check.h"

std::mutex mutex;
int counter = 0;

void count() {
  for (int i = 0; i < 20; ++i) {
    {
      const std::lock_guard lock(mutex);
      ++counter;
    }
    {
      std::unique_lock lock(mutex, std::defer_lock);
      lock.lock();
      ++counter;
      lock.unlock();
    }
    mutex.lock();
    const std::lock_guard adopted(mutex, std::adopt_lock);
    ++counter;
  }
  for (int i = 0; i < 20; ++i) {
    const std::scoped_lock lock(mutex);
    ++counter;
  }
}

int main() {
  std::thread a(count), b(count);
  a.join();
  b.join();

  std::unique_lock lock(mutex, std::try_to_lock);
  CHECK(lock.owns_lock());
  std::thread([] {
    CHECK(!mutex.try_lock());
    CHECK(!std::unique_lock(mutex, std::try_to_lock));
  }).join();
  lock.unlock();
  CHECK(mutex.try_lock());
  std::printf("%d\n", counter);
  mutex.unlock();
}
