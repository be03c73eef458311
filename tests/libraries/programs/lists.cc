// Lists that two threads fill, splice, reverse, swap and empty under one mutex.
// guilty: race, uaf: popping forgets the mutex
// rows: list_hook list_unhook list_transfer list_reverse list_swap
#include <cstdio>
#include <list>
#include <mutex>
#include <thread>

std::mutex lock;
std::list<int> waiting, ready;
int taken;

void work(int first) {
  for (int i = 0; i < 12; ++i) {
    {
      const std::lock_guard<std::mutex> held(lock);
      waiting.push_back(first + i);
      waiting.push_front(first - i);
      if (i % 3 == 1) waiting.reverse();
      if (i % 4 == 2) waiting.sort();
    }
    {
      const std::lock_guard<std::mutex> held(lock);
      if (i % 2 == 0) ready.splice(ready.begin(), waiting, waiting.begin());
      if (i % 5 == 4) std::swap(waiting, ready);
    }
    {
#ifndef GUILTY
      const std::lock_guard<std::mutex> held(lock);
#endif
      if (!ready.empty()) {
        taken += ready.front() ? 1 : 0;
        ready.pop_front();
      }
    }
  }
}

int main() {
  std::thread a(work, 100), b(work, 200);
  a.join();
  b.join();
  const std::lock_guard<std::mutex> held(lock);
  std::printf("%s\n", taken <= 24 ? "done" : "too many");
}
