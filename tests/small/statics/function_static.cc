// An object that is static in a function is destroyed at exit; a detached thread still counts in it.
#include <chrono>
#include <cstdio>
#include <thread>

struct Registry {
  int entries = 0;
  ~Registry() { std::printf("%s\n", entries > 9 ? "many" : "few"); }  // RACE
};

static Registry& registry() {
  static Registry instance;
  return instance;
}

int main() {
  registry();
  std::thread([] {
    for (int i = 0; i < 4; ++i) {
      registry().entries += 1;  // RACE
      std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
  }).detach();
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
}
