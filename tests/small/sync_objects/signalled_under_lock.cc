// The waiter owns mutex and condition; the other one signals while it holds the mutex, so they may end.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

struct Box {
  std::mutex mutex;
  std::condition_variable ready;
  bool is_ready = false;
  int value = 0;
};

static int wait_for_answer() {
  auto* box = new Box;
  std::thread t([box] {
    const std::lock_guard<std::mutex> hold(box->mutex);
    box->value = 42;
    box->is_ready = true;
    box->ready.notify_one();
  });
  int value;
  {
    std::unique_lock<std::mutex> hold(box->mutex);
    box->ready.wait(hold, [&] { return box->is_ready; });
    value = box->value;
  }
  t.join();
  delete box;
  return value;
}
int main() { std::printf("%d\n", wait_for_answer() + wait_for_answer()); }
