// thread_local variables: each thread has its own, initialised on first use, destroyed when the
// thread ends, in reverse order, also in the main thread; destructors may use locks and other
// thread_locals.
//
// expect-exit: 0
// expect-output: threads: 5 made, 5 destroyed, total 115
// expect-output: main's own destroyed
// expect-events: fork=5 join=5 acquire>=5 release>=5
// deterministic: yes
#include <mutex>
#include <thread>
#include <vector>

#include "../check.h"

std::mutex mutex;
int made = 0, destroyed = 0, total = 0;
bool main_done = false;

thread_local int plain = 1;

struct Sum {
  Sum() {
    const std::lock_guard lock(mutex);
    ++made;
  }
  ~Sum() {
    const std::lock_guard lock(mutex);
    if (main_done) std::puts("main's own destroyed");
    ++destroyed;
    total += value;
  }
  int value = 0;
};

thread_local Sum sum;

struct AddsLast {
  ~AddsLast() { sum.value += plain; }  // made after `sum`, so destroyed before it
};

void work(int n) {
  for (int i = 0; i < n; ++i) sum.value += i;
  static thread_local AddsLast adds_last;
  plain += n;
  (void)&adds_last;
}

int main() {
  std::vector<std::thread> threads;
  for (int n = 4; n <= 8; ++n) threads.emplace_back(work, n);
  for (std::thread& thread : threads) thread.join();
  CHECK(plain == 1);
  std::printf("threads: %d made, %d destroyed, total %d\n", made, destroyed, total);
  main_done = true;
  sum.value = 1;
}
