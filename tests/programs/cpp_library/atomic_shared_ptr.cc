// std::atomic<std::shared_ptr>: a writer replaces a pair, readers always see a whole one.
//
// expect-exit: 0
// expect-output: last pair 20 20
// expect-events: fork=3 join=3
// deterministic: yes
#include <atomic>
#include <memory>
#include <thread>
#include <utility>

#include "../check.h"

int main() {
  using Pair = std::pair<int, int>;
  std::atomic<std::shared_ptr<const Pair>> current(std::make_shared<const Pair>(0, 0));
  {
    std::jthread writer([&] {
      for (int i = 1; i <= 20; ++i) current.store(std::make_shared<const Pair>(i, i));
    });
    auto read = [&] {
      for (int i = 0; i < 20; ++i) {
        const std::shared_ptr<const Pair> seen = current.load();
        CHECK(seen->first == seen->second);
      }
    };
    std::jthread one(read), other(read);
  }
  const auto last = current.load();
  std::printf("last pair %d %d\n", last->first, last->second);
}
