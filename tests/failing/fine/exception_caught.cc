// An exception is thrown in a thread, carried over in a future and caught in main.
#include <cstdio>
#include <future>
#include <stdexcept>

int main() {
  auto task = std::async(std::launch::async, []() -> int { throw std::runtime_error("no data"); });
  try {
    std::printf("%d\n", task.get());
  } catch (const std::runtime_error& error) {
    std::printf("caught: %s\n", error.what());
  }
}
