// All threads add to a plain number by atomic_ref, and it is read after the join.
#include <atomic>
#include <cstdio>
#include <thread>

int main() {
  alignas(std::atomic_ref<int>::required_alignment) int n = 0;
  auto add = [&] { std::atomic_ref<int>(n).fetch_add(1, std::memory_order_relaxed); };
  std::thread a(add), b(add);
  a.join();
  b.join();
  std::printf("%d\n", n);
  return n == 2 ? 0 : 1;
}
