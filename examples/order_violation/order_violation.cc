// A program with a background thread that needs the configuration, and a main thread that reads
// the configuration after it has started the background thread.
//
// The bug: nothing makes the thread wait for the configuration. The pointer is locked, so there is
// no data race, only a wrong order.
// The effect: the thread finds no configuration and dereferences a null pointer.
// An ordinary run: warming up takes the thread longer than the configuration takes the main thread.
// The twin order_violation_fixed.cc waits until the configuration is there.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

struct Configuration {
  int rounds;
  int step;
};

class Settings {
 public:
  void clear() {
    const std::lock_guard lock(mutex_);
    current_ = nullptr;  // BUG(null): until publish()
  }
  void publish(const Configuration* configuration) {
    const std::lock_guard lock(mutex_);
    current_ = configuration;  // BUG(order): has to come before current()
  }
  const Configuration* current() {
    const std::lock_guard lock(mutex_);
    return current_;  // BUG(order), BUG(null): nobody says that it is there
  }

 private:
  std::mutex mutex_;
  const Configuration* current_;
};

Settings settings;

int work() {
  std::this_thread::sleep_for(std::chrono::milliseconds(100));  // warms up
  const Configuration* configuration = settings.current();
  const int rounds = configuration->rounds;  // BUG(null): it may be null
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    sum += configuration->step;
  }
  return sum;
}

Configuration parse(const char* text) {
  char* rest = nullptr;
  const long rounds = std::strtol(text, &rest, 10);
  const long step = std::strtol(rest, nullptr, 10);
  return {static_cast<int>(rounds), static_cast<int>(step)};
}

int main() {
  settings.clear();
  int sum = 0;
  std::thread background([&] { sum = work(); });
  const Configuration configuration = parse("100 7");
  settings.publish(&configuration);
  background.join();

  std::printf("worked with step %d: %d\n", configuration.step, sum);
  return sum == 700 ? 0 : 1;
}
