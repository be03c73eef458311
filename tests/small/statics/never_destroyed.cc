// A singleton that is never destroyed is used by a detached thread while the program ends.
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

struct Names {
  std::mutex mutex;
  std::vector<int> ids;
};

static Names& names() {
  static Names* instance = new Names;
  return *instance;
}

static void add(int id) {
  std::lock_guard<std::mutex> guard(names().mutex);
  names().ids.push_back(id);
}

int main() {
  std::thread([] {
    for (int i = 0; i < 5; ++i) {
      add(i);
      std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
  }).detach();
  add(100);
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::puts("end");
}
