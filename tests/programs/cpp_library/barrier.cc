// std::barrier: phases with a completion function, and a thread that drops out.
//
// expect-exit: 0
// expect-output: phases of 3 6 9 8
// expect-events: fork=3 join=3
// deterministic: yes
#include <barrier>
#include <string>
#include <thread>
#include <vector>

#include "../check.h"

int main() {
  int parts[3] = {};
  std::string sums;
  auto add_up = [&]() noexcept {
    sums += ' ' + std::to_string(parts[0] + parts[1] + parts[2]);
    parts[2] = 0;
  };
  std::barrier phase(3, add_up);

  std::vector<std::jthread> workers;
  for (int i = 0; i < 3; ++i) {
    workers.emplace_back([&, i] {
      for (int n = 1; n <= 4; ++n) {
        parts[i] = n;
        if (i == 2 && n == 3) return phase.arrive_and_drop();
        phase.arrive_and_wait();
      }
    });
  }
  for (std::jthread& worker : workers) worker.join();
  std::printf("phases of%s\n", sums.c_str());
}
