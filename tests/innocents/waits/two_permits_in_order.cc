// Two transfers each need both ports, and take them in the same order.
// guilty: deadlock, hang: one of them takes them the other way round
#include <cstdio>
#include <semaphore>
#include <thread>

std::binary_semaphore left(1), right(1);
int moved = 0;

void transfer(std::binary_semaphore& from, std::binary_semaphore& to) {
  from.acquire();
  to.acquire();
  ++moved;
  to.release();
  from.release();
}

int main() {
  std::thread a([] { transfer(left, right); });
#ifdef GUILTY
  std::thread b([] { transfer(right, left); });
#else
  std::thread b([] { transfer(left, right); });
#endif
  a.join();
  b.join();
  std::printf("%d\n", moved);
}
