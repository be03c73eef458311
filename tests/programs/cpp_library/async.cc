// std::async: in a thread of its own, deferred to the caller's, and with an exception; the
// destructor of a future from async waits for the thread.
//
// expect-exit: 0
// expect-output: 55 same thread, exception, waited
// expect-events: fork=3 join=3
// deterministic: yes
#include <future>
#include <numeric>
#include <thread>
#include <vector>

#include "../check.h"

int main() {
  const std::vector<int> numbers = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  auto sum = std::async(std::launch::async,
                        [&] { return std::accumulate(numbers.begin(), numbers.end(), 0); });
  auto where = std::async(std::launch::deferred, [] { return std::this_thread::get_id(); });
  auto fails = std::async(std::launch::async, []() -> int { throw 3; });

  const bool same = where.get() == std::this_thread::get_id();
  bool caught = false;
  try {
    fails.get();
  } catch (int n) {
    caught = n == 3;
  }
  bool waited = false;
  {
    auto unused = std::async(std::launch::async, [&] {
      std::this_thread::yield();
      waited = true;
    });
  }
  std::printf("%d %s thread, %s, %s\n", sum.get(), same ? "same" : "other",
              caught ? "exception" : "nothing", waited ? "waited" : "ran away");
}
