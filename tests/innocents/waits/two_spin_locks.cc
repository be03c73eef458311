// Two parts of a picture have spin locks of the program's own make; who needs both takes the left one first.
// guilty: hang, deadlock: one thread takes the right one first
#include <atomic>
#include <cstdio>
#include <thread>

class SpinLock {
 public:
  void lock() {
    while (taken_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  }
  void unlock() { taken_.clear(std::memory_order_release); }

 private:
  std::atomic_flag taken_ = ATOMIC_FLAG_INIT;
};

struct Part {
  SpinLock lock;
  int ink = 50;
};
Part left, right;

void smear(Part& first, Part& second, int amount) {
  first.lock.lock();
  second.lock.lock();
  left.ink -= amount;
  right.ink += amount;
  second.lock.unlock();
  first.lock.unlock();
}

int main() {
  std::thread a([] {
    for (int i = 0; i < 3; ++i) smear(left, right, 1);
  });
  std::thread b([] {
    for (int i = 0; i < 3; ++i)
#ifdef GUILTY
      smear(right, left, -2);
#else
      smear(left, right, -2);
#endif
  });
  a.join();
  b.join();
  std::printf("%d %d\n", left.ink, right.ink);
}
