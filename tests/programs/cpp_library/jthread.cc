// std::jthread: joins when it is destroyed, after asking the thread to stop; a thread may also be
// stopped by hand.
//
// expect-exit: 0
// expect-output: 3 threads joined
// expect-events: fork=3 join=3
// deterministic: yes
#include <atomic>
#include <thread>
#include <vector>

#include "../check.h"

int main() {
  int joined = 0;
  {
    std::jthread runs_through([&] { ++joined; });
  }
  bool stopped = false;
  {
    std::jthread until_stopped([&](std::stop_token stop) {
      while (!stop.stop_requested()) std::this_thread::yield();
      stopped = true;
    });
  }
  CHECK(stopped);
  ++joined;

  std::jthread by_hand([&](std::stop_token stop) {
    while (!stop.stop_requested()) std::this_thread::yield();
    ++joined;
  });
  CHECK(by_hand.request_stop());
  CHECK(!by_hand.request_stop());  // only the first request counts
  by_hand.join();
  std::printf("%d threads joined\n", joined);
}
