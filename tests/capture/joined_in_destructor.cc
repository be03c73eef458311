// A worker whose destructor ends its thread, which calls virtual functions meanwhile. The class of
// the object stores the pointer to its table again when its destructor begins: nothing changes.
// With JOINED_BY_BASE it is the base class that ends the thread: by then the pointer has changed
// under it, and that is a mistake of many programs.
#include <atomic>
#include <thread>

class Worker {
 public:
  virtual ~Worker() { stop(); }
  void start() {
    thread_ = std::thread([this] {
      do step();
      while (!stopped_.load());
    });
  }
  virtual void step() {}

 protected:
  void stop() {
    stopped_.store(true);
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::atomic<bool> stopped_{false};
  std::thread thread_;
};

class Counter : public Worker {
 public:
  ~Counter() override {
#ifndef JOINED_BY_BASE
    stop();
#endif
  }
  void step() override { ++count_; }

 private:
  std::atomic<int> count_{0};
};

int main() {
  auto* worker = new Counter;
  worker->start();
  delete worker;
  return 0;
}
