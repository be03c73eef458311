// The last of a group of workers wakes who waits for all of them.
// guilty: deadlock, hang: the count is atomic, and nobody takes the lock to wake
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

struct WaitGroup {
  std::atomic<int> left{3};
  std::mutex mutex;
  std::condition_variable none;
  void done() {
    if (left.fetch_sub(1) != 1) return;
#ifndef GUILTY
    std::lock_guard<std::mutex> lock(mutex);
#endif
    none.notify_all();
  }
  void wait() {
    std::unique_lock<std::mutex> lock(mutex);
    none.wait(lock, [this] { return left == 0; });
  }
};

int main() {
  WaitGroup group;
  std::vector<std::thread> workers;
  for (int i = 0; i < 3; ++i) workers.emplace_back([&] { group.done(); });
  group.wait();
  for (std::thread& worker : workers) worker.join();
  std::puts("all done");
}
