// Each thread has its own copy of a shared_ptr and drops it when it likes.
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

int main() {
  auto numbers = std::make_shared<const std::vector<int>>(std::vector<int>{1, 2, 3});
  int sum[2] = {};
  auto add = [&sum](std::shared_ptr<const std::vector<int>> mine, int i) {
    for (int n : *mine) sum[i] += n;
    mine.reset();
  };
  std::thread a(add, numbers, 0), b(add, numbers, 1);
  numbers.reset();
  a.join();
  b.join();
  std::printf("%d\n", sum[0] + sum[1]);
  return sum[0] + sum[1] == 12 ? 0 : 1;
}
