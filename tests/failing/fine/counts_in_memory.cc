// A thread counts for seconds in a variable of its own frame and in one of the heap.
#include <cstdio>
#include <memory>
#include <thread>

int main() {
  auto total = std::make_unique<long>(0);
  std::thread counter([&] {
    volatile long steps = 0;
    while (steps < 8'000'000) {
      steps = steps + 1;
      if (steps % 2 == 0) ++*total;
    }
  });
  counter.join();
  std::puts(*total == 4'000'000 ? "counted" : "odd");
}
