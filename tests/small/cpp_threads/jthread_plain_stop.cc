// A jthread has a stop token, but the loop looks at a plain bool.
#include <chrono>
#include <cstdio>
#include <thread>

struct Poller {
  volatile bool stop = false;
  int rounds = 0;
  void run() {
    do {
      rounds += 1;
      std::this_thread::sleep_for(std::chrono::microseconds(300));
    } while (!stop);  // RACE
  }
};

int main() {
  Poller poller;
  {
    std::jthread thread([&] { poller.run(); });
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    poller.stop = true;  // RACE
  }
  std::printf("%s\n", poller.rounds > 0 ? "polled" : "never");
}
