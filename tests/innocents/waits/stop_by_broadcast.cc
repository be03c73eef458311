// A pool is stopped: the flag is set under the lock of those who wait.
// guilty: deadlock, hang: it is set without, and a worker that has just looked sleeps for ever
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class Pool {
 public:
  Pool() {
    for (int i = 0; i < 2; ++i) workers_.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
#ifndef GUILTY
      std::lock_guard<std::mutex> lock(mutex_);
#endif
      stops_ = true;
    }
    changed_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }
  void add(int job) {
    std::lock_guard<std::mutex> lock(mutex_);
    jobs_.push(job);
    changed_.notify_one();
  }

 private:
  void work() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return stops_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      jobs_.pop();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<int> jobs_;
  std::atomic<bool> stops_ = false;
  std::vector<std::thread> workers_;
};

int main() {
  Pool pool;
  pool.add(1);
  pool.add(2);
  std::puts("stopping");
}
