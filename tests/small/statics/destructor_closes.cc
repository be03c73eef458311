// The destructor of a static says that the log is closed while a thread still asks.
#include <chrono>
#include <cstdio>
#include <thread>

struct Log {
  bool open = true;
  ~Log() { open = false; }  // RACE
  bool is_open() const { return open; }  // RACE
};

static Log log_of_all;

static void work() {
  for (int i = 0; i < 4; ++i) {
    if (!log_of_all.is_open()) return;
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
}

int main() {
  std::thread(work).detach();
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::puts("main ends");
}
