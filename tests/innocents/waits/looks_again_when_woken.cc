// Two consumers wait for jobs; who was woken looks again.
// guilty: atomicity, race, failure, hang: who was woken takes what another one took before
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>

class Jobs {
 public:
  void put(int job) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      jobs_.push_back(job);
    }
    filled_.notify_one();
  }
  int take() {
    std::unique_lock<std::mutex> lock(mutex_);
#ifdef GUILTY
    if (jobs_.empty()) filled_.wait(lock);
#else
    while (jobs_.empty()) filled_.wait(lock);
#endif
    const int job = jobs_.at(0);
    jobs_.pop_front();
    return job;
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<int> jobs_;
};

int main() {
  Jobs jobs;
  int sums[2] = {};
  std::thread a([&] { sums[0] = jobs.take(); });
  std::thread b([&] { sums[1] = jobs.take(); });
  jobs.put(1);
  jobs.put(2);
  a.join();
  b.join();
  std::printf("%d\n", sums[0] + sums[1]);
}
