// The destructor of a static joins its own thread before anything is taken down.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

class Ticker {
 public:
  Ticker() : thread_([this] { run(); }) {}
  ~Ticker() {
    stop_ = true;
    thread_.join();
    std::printf("%s\n", ticks_ > 0 ? "ticked" : "never ticked");
  }

 private:
  void run() {
    do {
      ++ticks_;
      std::this_thread::sleep_for(std::chrono::microseconds(500));
    } while (!stop_);
  }
  int ticks_ = 0;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

static Ticker ticker;

int main() { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }
