// std::notify_all_at_thread_exit: the mutex is given back and the waiter woken when the thread's
// thread_local objects are gone.
//
// expect-exit: 0
// expect-output: thread_local destroyed before the wake
// expect-events: fork=1 join=1 wait_begin>=1 broadcast=1
// deterministic: yes
#include <condition_variable>
#include <mutex>
#include <thread>

#include "../check.h"

std::mutex mutex;
std::condition_variable ended;
bool ready = false, destroyed = false;

struct AtExit {
  ~AtExit() { destroyed = true; }  // the mutex is still held
};

void work() {
  static thread_local AtExit at_exit;
  (void)&at_exit;
  std::unique_lock lock(mutex);
  ready = true;
  std::notify_all_at_thread_exit(ended, std::move(lock));
}

int main() {
  std::unique_lock lock(mutex);
  std::thread thread(work);
  ended.wait(lock, [] { return ready; });
  CHECK(destroyed);
  std::puts("thread_local destroyed before the wake");
  thread.join();
}
