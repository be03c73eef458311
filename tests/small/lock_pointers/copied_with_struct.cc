// Each thread gets a copy of a struct with a mutex and a pointer, so each has a mutex of its own.
#include <cstdio>
#include <mutex>
#include <thread>

struct Counter {
  explicit Counter(int* p) : value(p) {}
  Counter(const Counter& other) : value(other.value) {}
  void add() {
    std::lock_guard<std::mutex> guard(mutex);
    ++*value;  // RACE
  }
  std::mutex mutex;
  int* value;
};

int main() {
  int n = 0;
  Counter counter(&n);
  std::thread a([counter]() mutable { counter.add(); });
  std::thread b([counter]() mutable { counter.add(); });
  a.join();
  b.join();
  std::printf("%s\n", n > 0 ? "fine" : "lost");
}
