// A thread goes on in a set by a step, in which another thread puts numbers, under a mutex.
// guilty: race: the step is made without the mutex
// rows: tree_next
#include <mutex>
#include <set>
#include <thread>

std::mutex lock;
std::set<int> numbers = {10, 20, 30};
std::set<int>::iterator place;

void put() {
  for (int number : {25, 15, 35, 5}) {
    const std::lock_guard<std::mutex> held(lock);
    numbers.insert(number);
  }
}

void step() {
  std::unique_lock<std::mutex> held(lock);
  auto at = numbers.find(20);
#ifdef GUILTY
  held.unlock();
#endif
  place = ++at;
}

int main() {
  std::thread a(step), b(put);
  a.join();
  b.join();
  return numbers.size() == 7 ? 0 : 1;
}
