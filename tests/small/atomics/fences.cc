// Relaxed accesses with fences around them order the data.
#include <atomic>
#include <cstdio>
#include <thread>

int main() {
  int data = 0;
  std::atomic<int> ready{0};
  std::thread writer([&] {
    data = 8;
    std::atomic_thread_fence(std::memory_order_release);
    ready.store(1, std::memory_order_relaxed);
  });
  while (ready.load(std::memory_order_relaxed) == 0) std::this_thread::yield();
  std::atomic_thread_fence(std::memory_order_acquire);
  int seen = data;
  writer.join();
  std::printf("%d\n", seen);
  return seen == 8 ? 0 : 1;
}
