// A spin lock from an atomic_flag that is cleared with relaxed order.
#include <atomic>
#include <cstdio>
#include <thread>

static std::atomic_flag busy;
static int n;

static void add() {
  while (busy.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  n += 1;  // RACE
  busy.clear(std::memory_order_relaxed);
}

int main() {
  std::thread a(add), b(add);
  a.join();
  b.join();
  std::printf("%s\n", n > 0 ? "fine" : "lost");
}
