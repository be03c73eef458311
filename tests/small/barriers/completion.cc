// The completion of a std::barrier adds up what all have written.
#include <barrier>
#include <cstdio>
#include <thread>

int main() {
  int part[2] = {}, total = 0;
  std::barrier sync(2, [&]() noexcept { total += part[0] + part[1]; });
  auto work = [&](int me) {
    for (int i = 1; i <= 3; ++i) {
      part[me] = i;
      sync.arrive_and_wait();
    }
  };
  std::thread a(work, 0), b(work, 1);
  a.join();
  b.join();
  std::printf("%d\n", total);
  return total == 12 ? 0 : 1;
}
