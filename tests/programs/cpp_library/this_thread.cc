// std::this_thread: sleeps last at least as long as asked, also beside a thread that runs; yield
// and get_id work in every thread.
//
// expect-exit: 0
// expect-events: fork=2 join=2
// deterministic: no
#include <atomic>
#include <chrono>
#include <thread>

#include "../check.h"

using namespace std::chrono_literals;
using std::chrono::steady_clock;

int main() {
  std::atomic<bool> enough = false;
  long rounds = 0;
  std::jthread busy([&] {
    while (!enough) ++rounds, std::this_thread::yield();
  });
  std::jthread sleeper([] {
    const auto start = steady_clock::now();
    std::this_thread::sleep_for(20ms);
    CHECK(steady_clock::now() - start >= 20ms);
    const auto until = steady_clock::now() + 10ms;
    std::this_thread::sleep_until(until);
    CHECK(steady_clock::now() >= until);
  });
  CHECK(busy.get_id() != sleeper.get_id() && busy.get_id() != std::this_thread::get_id());
  sleeper.join();
  enough = true;
  busy.join();
  CHECK(rounds > 0);
}
