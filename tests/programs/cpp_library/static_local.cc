// A local static variable is initialised by the thread that comes first; the others wait, and try
// again if its constructor throws.
//
// expect-exit: 0
// expect-output: constructed 1 time after 1 exception
// expect-events: fork=4 join=4
// deterministic: yes
#include <atomic>
#include <thread>
#include <vector>

#include "../check.h"

std::atomic<int> exceptions = 0;
int attempts = 0, constructed = 0;  // guarded by the initialisation itself

struct Fragile {
  Fragile() {
    if (++attempts == 1) throw 1;
    std::this_thread::yield();
    ++constructed;
    value = 5;
  }
  int value;
};

void use() {
  for (;;) {
    try {
      static const Fragile fragile;
      CHECK(fragile.value == 5);
      return;
    } catch (int) {
      ++exceptions;
    }
  }
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(use);
  for (std::thread& thread : threads) thread.join();
  std::printf("constructed %d time after %d exception\n", constructed, exceptions.load());
}
