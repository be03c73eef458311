// A task in a pool of one thread waits for another task of the same pool.
// shows: deadlock, hang
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>

class Pool {
 public:
  Pool() : worker_([this] { run(); }) {}
  ~Pool() { worker_.join(); }
  std::future<int> submit(std::function<int()> f) {
    std::packaged_task<int()> task(std::move(f));
    auto result = task.get_future();
    std::lock_guard<std::mutex> guard(mutex_);
    tasks_.push_back(std::move(task));
    changed_.notify_one();
    return result;
  }

 private:
  void run() {
    for (int i = 0; i < 2; ++i) {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [this] { return !tasks_.empty(); });
      auto task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
    }
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::packaged_task<int()>> tasks_;
  std::thread worker_;
};

int main() {
  Pool pool;
  auto outer = pool.submit([&pool] {
    auto inner = pool.submit([] { return 1; });
    return inner.get() + 1;  // HERE
  });
  std::printf("%d\n", outer.get());
}
