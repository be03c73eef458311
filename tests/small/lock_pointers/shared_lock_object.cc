// Two counters share one mutex through a shared_ptr.
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>

struct Counter {
  std::shared_ptr<std::mutex> mutex;
  int* value;
  void add() {
    std::lock_guard<std::mutex> guard(*mutex);
    ++*value;
  }
};

int main() {
  int n = 0;
  auto mutex = std::make_shared<std::mutex>();
  Counter one{mutex, &n}, other{mutex, &n};
  std::thread a([one]() mutable { one.add(); });
  std::thread b([other]() mutable { other.add(); });
  a.join();
  b.join();
  std::printf("%d\n", n);
  return n == 2 ? 0 : 1;
}
