// The first attempt of a call_once throws; the next caller tries again and succeeds.
#include <cstdio>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::once_flag flag;
static int attempts;
static int value;

static int get() {
  for (;;) {
    try {
      std::call_once(flag, [] {
        if (++attempts == 1) throw std::runtime_error("not yet");
        value = 9;
      });
      return value;
    } catch (const std::runtime_error&) {
    }
  }
}

int main() {
  int a = 0, b = 0;
  std::thread first([&] { a = get(); });
  std::thread second([&] { b = get(); });
  first.join();
  second.join();
  std::printf("%d %d\n", a, b);
  return a == 9 && b == 9 ? 0 : 1;
}
