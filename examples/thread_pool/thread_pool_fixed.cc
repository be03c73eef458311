// The repaired twin of thread_pool.cc: submit() looks at `stopping_` with the queue locked, and
// shutdown() gives the queue back before it locks the workers. Once `stopping_` is set, no submit()
// is inside, so nobody adds a worker while the others are being joined.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

class ThreadPool {
 public:
  using Job = std::function<void()>;

  // False if the pool no longer takes jobs.
  bool submit(Job job) {
    const std::lock_guard queue_lock(queue_mutex_);
    if (stopping_) return false;
    queue_.push_back(std::move(job));
    if (idle_ == 0 && started_ < kMostWorkers) {
      ++started_;
      add_worker();
    }
    wake_.notify_one();
    return true;
  }

  // Runs what was accepted, and returns when the last worker has gone.
  void shutdown() {
    {
      const std::lock_guard queue_lock(queue_mutex_);
      stopping_ = true;
    }
    wake_.notify_all();
    const std::lock_guard workers_lock(workers_mutex_);
    for (std::thread& worker : workers_) worker.join();
    workers_.clear();
  }

 private:
  static constexpr int kMostWorkers = 2;

  void add_worker() {
    const std::lock_guard workers_lock(workers_mutex_);
    workers_.emplace_back([this] { work(); });
  }

  void work() {
    std::unique_lock lock(queue_mutex_);
    for (;;) {
      ++idle_;
      wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
      --idle_;
      if (queue_.empty()) return;
      const Job job = std::move(queue_.front());
      queue_.pop_front();
      lock.unlock();
      job();
      lock.lock();
    }
  }

  std::mutex queue_mutex_;
  std::condition_variable wake_;
  std::deque<Job> queue_;
  int idle_ = 0;
  int started_ = 0;
  bool stopping_ = false;

  std::mutex workers_mutex_;
  std::vector<std::thread> workers_;
};

int main() {
  ThreadPool pool;
  std::atomic<int> run = 0;
  int accepted = 0;

  std::thread client([&] {
    for (int i = 0; i < 10; ++i) accepted += pool.submit([&run] { ++run; });
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(30));  // the life of the service
  pool.shutdown();
  client.join();

  std::printf("%d jobs accepted, %d run\n", accepted, run.load());
  return accepted == run ? 0 : 1;
}
