// std::condition_variable_any waits with any lock: here with a shared one and with a lock of the
// program's own.
//
// expect-exit: 0
// expect-output: shared, own
// expect-events: fork=2 join=2 wait_begin>=2 wait_end>=2
// deterministic: yes
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>

#include "../check.h"

// A BasicLockable that counts how often it is taken.
struct CountingLock {
  std::mutex mutex;
  int taken = 0;
  void lock() {
    mutex.lock();
    ++taken;
  }
  void unlock() { mutex.unlock(); }
};

template <typename Lockable, typename Lock>
void wait_for_other(Lockable& lockable, Lock held) {
  std::condition_variable_any condition;
  bool ready = false;
  std::thread other([&] {
    {
      const std::unique_lock lock(lockable);
      ready = true;
    }
    condition.notify_one();
  });
  condition.wait(held, [&] { return ready; });
  held.unlock();
  other.join();
}

int main() {
  std::shared_mutex shared;
  wait_for_other(shared, std::shared_lock(shared));

  CountingLock own;
  wait_for_other(own, std::unique_lock(own));
  CHECK(own.taken >= 3);  // by both, and again after the wait
  std::puts("shared, own");
}
