// A thread looks at the other's result before it arrives at the std::barrier.
#include <barrier>
#include <cstdio>
#include <thread>

int main() {
  std::barrier<> sync(2);
  int left = 0, right = 0, early = 0;
  std::thread a([&] {
    left = 1;  // RACE
    sync.arrive_and_wait();
  });
  std::thread b([&] {
    early = left;  // RACE
    right = 2;
    sync.arrive_and_wait();
  });
  a.join();
  b.join();
  std::printf("%d %d\n", early, right);
}
