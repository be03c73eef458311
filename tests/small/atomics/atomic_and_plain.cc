// One thread adds to a number by atomic_ref, the other one as to any number.
#include <atomic>
#include <cstdio>
#include <thread>

int main() {
  alignas(std::atomic_ref<int>::required_alignment) int n = 0;
  std::thread a([&] {
    std::atomic_ref<int>(n).fetch_add(1);  // RACE
  });
  std::thread b([&] {
    n += 1;  // RACE
  });
  a.join();
  b.join();
  std::printf("%s\n", n > 0 ? "fine" : "lost");
}
