// Tail calls that must be jumps: two functions call each other a million times without using the
// stack, which only works if nothing is left to do after the call.
//
// expect-exit: 0
// expect-output: even odd
// expect-events: fork=1 join=1
// deterministic: yes
#include <thread>

#include "../check.h"

const char* odd(unsigned n);

const char* even(unsigned n) {
  if (n == 0) return "even";
  [[clang::musttail]] return odd(n - 1);
}

const char* odd(unsigned n) {
  if (n == 0) return "odd";
  [[clang::musttail]] return even(n - 1);
}

int main() {
  const char* in_thread = nullptr;
  std::thread thread([&] { in_thread = even(300'001); });
  const char* in_main = even(1'000'000);
  thread.join();
  std::printf("%s %s\n", in_main, in_thread);
}
