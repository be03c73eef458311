// A table in use is chosen without a branch, by a mask made of a flag.
// guilty: race: the flag is set before the new table is filled
#include <atomic>
#include <cstdint>
#include <thread>

int before = 1, after = 2;
std::atomic<bool> is_new{false};

int current() {
  const uintptr_t mask = -static_cast<uintptr_t>(is_new.load(std::memory_order_acquire));
  const uintptr_t table = (reinterpret_cast<uintptr_t>(&after) & mask) |
                          (reinterpret_cast<uintptr_t>(&before) & ~mask);
  return *reinterpret_cast<int*>(table);
}

int main() {
  std::thread writer([] {
#ifdef GUILTY
    is_new.store(true, std::memory_order_release);
    after = 22;
#else
    after = 22;
    is_new.store(true, std::memory_order_release);
#endif
  });
  int sum = 0;
  for (int i = 0; i < 10; ++i) {
    sum += current();
    std::this_thread::yield();
  }
  writer.join();
  sum += current();
  return sum < 11;
}
