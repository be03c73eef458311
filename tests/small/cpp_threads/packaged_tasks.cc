// Tasks go to a worker through a locked queue; their results come back in futures.
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <future>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::packaged_task<int()>> queue;
  std::thread worker([&] {
    for (int i = 0; i < 2; ++i) {
      std::unique_lock<std::mutex> lock(mutex);
      changed.wait(lock, [&] { return !queue.empty(); });
      auto task = std::move(queue.front());
      queue.pop_front();
      lock.unlock();
      task();
    }
  });
  int base = 20;
  std::packaged_task<int()> one([&base] { return base + 1; }), two([&base] { return base + 2; });
  auto first = one.get_future(), second = two.get_future();
  {
    std::lock_guard<std::mutex> guard(mutex);
    queue.push_back(std::move(one));
    queue.push_back(std::move(two));
  }
  changed.notify_one();
  int sum = first.get() + second.get();
  worker.join();
  std::printf("%d\n", sum);
  return sum == 43 ? 0 : 1;
}
