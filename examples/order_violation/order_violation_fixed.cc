// The repaired twin of order_violation.cc: whoever asks for the configuration waits until it is
// there.
#include <chrono>
#include <condition_variable>
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
    current_ = nullptr;
  }
  void publish(const Configuration* configuration) {
    const std::lock_guard lock(mutex_);
    current_ = configuration;
    published_.notify_all();
  }
  const Configuration* current() {
    std::unique_lock lock(mutex_);
    published_.wait(lock, [this] { return current_ != nullptr; });
    return current_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable published_;
  const Configuration* current_;
};

Settings settings;

int work() {
  std::this_thread::sleep_for(std::chrono::milliseconds(100));  // warms up
  const Configuration* configuration = settings.current();
  const int rounds = configuration->rounds;
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
