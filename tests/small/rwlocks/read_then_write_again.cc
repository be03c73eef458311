// A cache looks under the shared lock, then again under the exclusive one before it fills.
#include <cstdio>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static std::map<int, int> squares;

static int square(int n) {
  {
    std::shared_lock<std::shared_mutex> lock(mutex);
    auto it = squares.find(n);
    if (it != squares.end()) return it->second;
  }
  std::unique_lock<std::shared_mutex> lock(mutex);
  return squares.emplace(n, n * n).first->second;
}

int main() {
  int a = 0, b = 0;
  std::thread first([&] { a = square(3) + square(4); });
  std::thread second([&] { b = square(4) + square(3); });
  first.join();
  second.join();
  std::printf("%d\n", a);
  return a == 25 && b == 25 ? 0 : 1;
}
