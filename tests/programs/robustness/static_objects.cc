// Static objects whose constructors run before main and whose destructors run after it, with
// threads and locks in both.
//
// expect-exit: 0
// expect-output: 10 before main
// expect-output: 20 in main
// expect-output: 30 after main
// expect-events: fork=3 join=3 acquire=30 release=30
// deterministic: yes
#include <mutex>
#include <thread>

#include "../check.h"

std::mutex mutex;
int counter = 0;

void count(const char* when) {
  std::thread([] {
    for (int i = 0; i < 10; ++i) {
      const std::lock_guard lock(mutex);
      ++counter;
    }
  }).join();
  std::printf("%d %s\n", counter, when);
}

struct Static {
  Static() { count("before main"); }
  ~Static() { count("after main"); }
} object;

int main() { count("in main"); }
