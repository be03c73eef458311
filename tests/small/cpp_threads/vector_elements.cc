// Threads write different elements of a vector that does not grow.
#include <cstdio>
#include <numeric>
#include <thread>
#include <vector>

int main() {
  std::vector<int> squares(6);
  auto fill = [&squares](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) squares[i] = static_cast<int>(i * i);
  };
  std::thread a(fill, 0, 3), b(fill, 3, 6);
  a.join();
  b.join();
  int sum = std::accumulate(squares.begin(), squares.end(), 0);
  std::printf("%d\n", sum);
  return sum == 55 ? 0 : 1;
}
