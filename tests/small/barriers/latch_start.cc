// A latch holds two threads until main has prepared the data.
#include <cstdio>
#include <latch>
#include <thread>

int main() {
  std::latch prepared(1), finished(2);
  int data = 0, seen[2] = {};
  auto work = [&](int me) {
    prepared.wait();
    seen[me] = data;
    finished.count_down();
  };
  std::thread a(work, 0), b(work, 1);
  data = 21;
  prepared.count_down();
  finished.wait();
  int sum = seen[0] + seen[1];
  data = 0;
  a.join();
  b.join();
  std::printf("%d\n", sum);
  return sum == 42 ? 0 : 1;
}
