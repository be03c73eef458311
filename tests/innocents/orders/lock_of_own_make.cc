// A lock of one word, taken by an exchange.
// guilty: race: looked at first and taken then
#include <atomic>
#include <cstdio>
#include <thread>

class Lock {
 public:
  void lock() {
#ifdef GUILTY
    while (taken_.load()) std::this_thread::yield();
    taken_.store(true);
#else
    while (taken_.exchange(true)) std::this_thread::yield();
#endif
  }
  void unlock() { taken_.store(false); }

 private:
  std::atomic<bool> taken_ = false;
};

Lock lock;
int counter;

void count() {
  lock.lock();
  ++counter;
  lock.unlock();
}

int main() {
  std::thread a(count), b(count);
  a.join();
  b.join();
  std::printf("%d\n", counter);
}
