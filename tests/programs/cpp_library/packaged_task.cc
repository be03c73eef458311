// std::packaged_task: tasks go through a locked queue to a worker and their results come back.
//
// expect-exit: 0
// expect-output: 0 1 4 9 16
// expect-events: fork=1 join=1 acquire>=6 release>=6 signal>=5
// deterministic: yes
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "../check.h"

std::mutex mutex;
std::condition_variable ready;
std::deque<std::packaged_task<int()>> queue;

void work() {
  for (;;) {
    std::unique_lock lock(mutex);
    ready.wait(lock, [] { return !queue.empty(); });
    std::packaged_task<int()> task = std::move(queue.front());
    queue.pop_front();
    lock.unlock();
    if (!task.valid()) return;
    task();
  }
}

void put(std::packaged_task<int()> task) {
  const std::lock_guard lock(mutex);
  queue.push_back(std::move(task));
  ready.notify_one();
}

int main() {
  std::thread worker(work);
  std::vector<std::future<int>> results;
  for (int i = 0; i < 5; ++i) {
    std::packaged_task<int()> task([i] { return i * i; });
    results.push_back(task.get_future());
    put(std::move(task));
  }
  put({});  // the end
  for (size_t i = 0; i < results.size(); ++i) std::printf(i ? " %d" : "%d", results[i].get());
  std::puts("");
  worker.join();
}
