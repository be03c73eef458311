// std::shared_mutex: readers share, a writer excludes; tries fail accordingly.
//
// expect-exit: 0
// expect-output: 30 30
// expect-events: fork=5 join=5 acquire=31 acquire_shared=3 failed_try=2 failed_try_shared=1
// deterministic: yes
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "../check.h"

std::shared_mutex mutex;
int pair[2];

void increment() {
  for (int i = 0; i < 10; ++i) {
    const std::unique_lock lock(mutex);
    ++pair[0];
    ++pair[1];
  }
}

int main() {
  { std::jthread a(increment), b(increment), c(increment); }

  std::shared_lock reader(mutex);
  std::jthread([] {
    CHECK(!mutex.try_lock());
    std::shared_lock beside(mutex, std::try_to_lock);
    CHECK(beside.owns_lock());
    CHECK(pair[0] == pair[1]);
  }).join();
  reader.unlock();

  mutex.lock();
  std::jthread([] {
    CHECK(!mutex.try_lock());
    CHECK(!mutex.try_lock_shared());
  }).join();
  mutex.unlock();

  mutex.lock_shared();
  std::printf("%d %d\n", pair[0], pair[1]);
  mutex.unlock_shared();
}
