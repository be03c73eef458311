// A jthread waits at a condition until there is work or until it is asked to stop.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable_any changed;
  int jobs = 0, finished = 0;
  {
    std::jthread worker([&](std::stop_token stop) {
      std::unique_lock<std::mutex> lock(mutex);
      while (changed.wait(lock, stop, [&] { return jobs > 0; })) {
        --jobs;
        ++finished;
      }
    });
    for (int i = 0; i < 3; ++i) {
      std::lock_guard<std::mutex> guard(mutex);
      ++jobs;
      changed.notify_one();
    }
  }
  std::printf("%s\n", finished + jobs == 3 ? "fine" : "lost");
  return finished + jobs == 3 ? 0 : 1;
}
