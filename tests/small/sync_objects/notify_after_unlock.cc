// The signal comes after the mutex was given up, when the waiter may have destroyed the condition.
// finds: race, uaf
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

struct Box {
  std::mutex mutex;
  std::condition_variable ready;
  bool is_ready = false;
};

int main() {
  auto* box = new Box;
  std::thread t([box] {
    {
      const std::lock_guard<std::mutex> hold(box->mutex);
      box->is_ready = true;
    }
    box->ready.notify_one();  // RACE
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(3));
  {
    std::unique_lock<std::mutex> hold(box->mutex);
    box->ready.wait(hold, [&] { return box->is_ready; });
  }
  delete box;  // RACE
  t.join();
  std::puts("done");
}
