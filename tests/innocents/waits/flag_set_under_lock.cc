// A worker waits until main opens the gate.
// guilty: deadlock, hang: the gate is opened without the lock, between the look and the wait
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

class Gate {
 public:
  void pass() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!open_) opened_.wait(lock);
  }
  void open() {
#ifndef GUILTY
    std::lock_guard<std::mutex> lock(mutex_);
#endif
    open_ = true;
    opened_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  std::atomic<bool> open_ = false;
};

int main() {
  Gate gate;
  std::thread worker([&] {
    gate.pass();
    std::puts("through");
  });
  gate.open();
  worker.join();
}
