// Threads that throw and catch at the same time, and an exception that is carried over to the main
// thread.
//
// expect-exit: 0
// expect-output: 90 caught in threads, 3 in main
// expect-events: fork=3 join=3
// deterministic: yes
#include <atomic>
#include <exception>
#include <stdexcept>
#include <thread>

#include "../check.h"

std::atomic<int> caught = 0;

void throw_often() {
  for (int i = 0; i < 30; ++i) {
    try {
      throw std::runtime_error("again");
    } catch (const std::exception&) {
      ++caught;
    }
  }
}

int main() {
  std::exception_ptr carried[3];
  {
    auto body = [&](int i) {
      throw_often();
      try {
        throw i;
      } catch (...) {
        carried[i] = std::current_exception();
      }
    };
    std::jthread a(body, 0), b(body, 1), c(body, 2);
  }
  int in_main = 0;
  for (int i = 0; i < 3; ++i) {
    try {
      std::rethrow_exception(carried[i]);
    } catch (int n) {
      in_main += n == i;
    }
  }
  std::printf("%d caught in threads, %d in main\n", caught.load(), in_main);
}
