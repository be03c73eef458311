// Waiter and notifier use the same condition_variable_any with different mutexes.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

static std::mutex waiters, notifiers;
static std::condition_variable_any changed;
static bool ready;

int main() {
  std::thread notifier([] {
    std::lock_guard<std::mutex> guard(notifiers);
    ready = true;  // RACE
    changed.notify_one();
  });
  {
    std::unique_lock<std::mutex> lock(waiters);
    while (!ready)  // RACE
      changed.wait_for(lock, std::chrono::milliseconds(5));
  }
  notifier.join();
  std::puts("ready");
}
