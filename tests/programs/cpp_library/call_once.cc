// std::call_once: an exception leaves the flag unset and the next caller tries again; afterwards it
// is not called any more.
//
// expect-exit: 0
// expect-output: 3 tries, 2 exceptions, value 7
// expect-events: fork=3 join=3 once_begin>=1 once_pass>=1
// deterministic: yes
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "../check.h"

std::once_flag once;
int tries = 0, value = 0;
std::mutex mutex;
int exceptions = 0;

void initialise(int result) {
  if (++tries < 3) throw std::runtime_error("not yet");
  value = result;
}

void use() {
  for (;;) {
    try {
      std::call_once(once, initialise, 7);
      CHECK(value == 7);
      return;
    } catch (const std::runtime_error&) {
      const std::lock_guard lock(mutex);
      ++exceptions;
    }
  }
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back(use);
  for (std::thread& thread : threads) thread.join();
  std::printf("%d tries, %d exceptions, value %d\n", tries, exceptions, value);
}
