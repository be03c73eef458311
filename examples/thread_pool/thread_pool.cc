// A thread pool that starts its workers when they are needed. A client submits jobs; the owner
// shuts the pool down while the client may still be at it, and jobs that come later are refused.
//
// Two bugs. First, submit() looks at `stopping_` before it takes the lock: a data race, and a job
// may be accepted after the last worker has left. Second, submit() takes the lock of the queue and,
// to start a worker, that of the workers; shutdown() takes them the other way round.
// The effect: the owner finds accepted jobs that were not run or dies over a worker that nobody
// joined; or client and owner wait for each other for ever.
// An ordinary run: the client has finished long before the pool is shut down.
// The twin thread_pool_fixed.cc looks under the lock, and never asks for the queue with the workers
// locked.
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
    if (stopping_) return false;                     // BUG(race): not under the lock
    const std::lock_guard queue_lock(queue_mutex_);  // BUG(deadlock): the queue first ...
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
    const std::lock_guard workers_lock(workers_mutex_);  // BUG(deadlock): the workers first ...
    {
      const std::lock_guard queue_lock(queue_mutex_);  // BUG(deadlock): ... and then the queue
      stopping_ = true;                                // BUG(race): submit() reads it unlocked
    }
    wake_.notify_all();
    for (std::thread& worker : workers_) worker.join();
    workers_.clear();
  }

 private:
  static constexpr int kMostWorkers = 2;

  void add_worker() {
    const std::lock_guard workers_lock(workers_mutex_);  // BUG(deadlock): ... and then the workers
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
