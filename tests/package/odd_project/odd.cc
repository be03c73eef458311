#include <csignal>
#include <cstdio>
#include <string_view>
#include <thread>

int shared;

int main() {
  const std::string_view how = HOW;
  std::printf("%s says hello\n", HOW);
  std::fflush(stdout);
  if (how == "dies") std::raise(SIGSEGV);
  if (how == "skips") return 77;
  if (how == "fails") return 1;
  if (how == "races") {
    std::thread other([] { shared = 1; });
    shared = 2;
    other.join();
  }
  return 0;
}
