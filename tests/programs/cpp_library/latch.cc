// std::latch: the main thread waits for all workers, the workers for each other; what was written
// before the count-down is seen after the wait.
//
// expect-exit: 0
// expect-output: 6
// expect-events: fork=3 join=3 atomic_update>=6
// deterministic: yes
#include <latch>
#include <thread>
#include <vector>

#include "../check.h"

int main() {
  std::latch done(3), all_started(3);
  int parts[3] = {};
  std::vector<std::jthread> workers;
  for (int i = 0; i < 3; ++i) {
    workers.emplace_back([&, i] {
      all_started.arrive_and_wait();
      parts[i] = i + 1;
      done.count_down();
    });
  }
  done.wait();
  CHECK(done.try_wait());
  std::printf("%d\n", parts[0] + parts[1] + parts[2]);
}
