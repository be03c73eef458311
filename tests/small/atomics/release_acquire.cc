// Data are published with release and read after acquire.
#include <atomic>
#include <cstdio>
#include <thread>

int main() {
  int data = 0;
  std::atomic<bool> ready{false};
  std::thread writer([&] {
    data = 8;
    ready.store(true, std::memory_order_release);
  });
  while (!ready.load(std::memory_order_acquire)) std::this_thread::yield();
  int seen = data;
  writer.join();
  std::printf("%d\n", seen);
  return seen == 8 ? 0 : 1;
}
