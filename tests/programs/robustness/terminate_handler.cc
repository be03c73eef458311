// An exception out of a noexcept function calls the program's own terminate handler, which ends it
// in its own way.
//
// expect-exit: 9
// expect-output: handler: int 5
// expect-events: fork=1 join=0
// deterministic: yes
#include <exception>
#include <thread>

#include "../check.h"

[[noreturn]] void handler() {
  try {
    std::rethrow_exception(std::current_exception());
  } catch (int n) {
    std::printf("handler: int %d\n", n);
  }
  std::exit(9);
}

void throws(int n) {
  if (n > 0) throw n;
}

void promises_not_to_throw(int n) noexcept { throws(n); }

int main() {
  std::set_terminate(handler);
  std::thread([] {
    promises_not_to_throw(0);
    promises_not_to_throw(5);
  }).join();
}
