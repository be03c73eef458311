// Waiting for an atomic to change: int (the kernel's own size), char and a small struct (not its
// size), notified one by one and all together.
//
// expect-exit: 0
// expect-output: 3 woken
// expect-events: fork=5 join=5
// deterministic: yes
#include <atomic>
#include <thread>
#include <vector>

#include "../check.h"

struct Pair {
  short a, b;
  bool operator==(const Pair&) const = default;
};

template <typename T>
void pass_on(T from, T to) {
  std::atomic<T> value(from);
  std::jthread changer([&] {
    value.store(to);
    value.notify_one();
  });
  value.wait(from);
  CHECK(value.load() == to);
}

int main() {
  pass_on<char>('a', 'b');
  pass_on<Pair>({1, 2}, {1, 3});

  std::atomic<int> gate = 0, woken = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&] {
        gate.wait(0);
        ++woken;
      });
    }
    gate = 1;
    gate.notify_all();
  }
  std::printf("%d woken\n", woken.load());
}
