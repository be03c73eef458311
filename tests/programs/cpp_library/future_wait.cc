// Waiting for a future with a limit: it times out, is ready when the value is there, and is
// deferred when nobody works on it.
//
// expect-exit: 0
// expect-output: timeout ready deferred
// expect-events: fork=1 join=1
// deterministic: no
#include <chrono>
#include <future>
#include <thread>

#include "../check.h"

using namespace std::chrono_literals;

const char* name(std::future_status status) {
  return status == std::future_status::ready     ? "ready"
         : status == std::future_status::timeout ? "timeout"
                                                 : "deferred";
}

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  const auto early = future.wait_for(10ms);
  std::thread keeper([&] { promise.set_value(1); });
  const auto late = future.wait_until(std::chrono::system_clock::now() + 15s);
  keeper.join();
  auto lazy = std::async(std::launch::deferred, [] { return 2; });
  std::printf("%s %s %s\n", name(early), name(late), name(lazy.wait_for(0ms)));
  CHECK(lazy.get() == 2);
}
