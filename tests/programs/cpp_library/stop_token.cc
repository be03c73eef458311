// Stop callbacks run in the thread that asks to stop, or at once if it was asked before; a stop
// request ends a condition wait.
//
// expect-exit: 0
// expect-output: callback, late callback, waiter stopped
// expect-events: fork=1 join=1 wait_begin>=1
// deterministic: yes
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "../check.h"

int main() {
  std::stop_source source;
  std::string text;
  std::thread::id ran_in;
  std::stop_callback callback(source.get_token(), [&] {
    text += "callback, ";
    ran_in = std::this_thread::get_id();
  });
  {
    std::stop_callback removed(source.get_token(), [&] { text += "never "; });
  }
  source.request_stop();
  CHECK(ran_in == std::this_thread::get_id());
  std::stop_callback late(source.get_token(), [&] { text += "late callback, "; });

  std::mutex mutex;
  std::condition_variable_any condition, waiting;
  bool waits = false, fulfilled = true;
  std::unique_lock lock(mutex);
  std::jthread waiter([&](std::stop_token stop) {
    std::unique_lock own(mutex);
    waits = true;
    waiting.notify_one();
    fulfilled = condition.wait(own, stop, [] { return false; });
  });
  waiting.wait(lock, [&] { return waits; });
  lock.unlock();
  waiter.request_stop();
  waiter.join();
  CHECK(!fulfilled);
  std::printf("%swaiter stopped\n", text.c_str());
}
