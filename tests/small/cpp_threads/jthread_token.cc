// A jthread polls its stop token and main reads what it did when it is gone.
#include <chrono>
#include <cstdio>
#include <thread>

int main() {
  int rounds = 0;
  {
    std::jthread poller([&rounds](std::stop_token stop) {
      do {
        ++rounds;
        std::this_thread::sleep_for(std::chrono::microseconds(300));
      } while (!stop.stop_requested());
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::printf("%s\n", rounds > 0 ? "polled" : "never");
}
