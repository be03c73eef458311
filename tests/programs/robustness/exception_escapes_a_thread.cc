// An exception that nobody catches in a thread ends the program by abort, in the middle of what the
// other threads do.
//
// expect-exit: signal SIGABRT
// expect-output: before
// expect-events: fork=2 join=0
// deterministic: no
// finds: failure
#include <atomic>
#include <stdexcept>
#include <thread>

#include "../check.h"

int main() {
  std::puts("before");
  std::fflush(stdout);
  std::atomic<long> work = 0;
  std::thread busy([&] {
    for (;;) ++work;
  });
  std::thread thrower([&] {
    while (work == 0) std::this_thread::yield();
    throw std::runtime_error("nobody catches this");
  });
  thrower.join();
  busy.join();
}
