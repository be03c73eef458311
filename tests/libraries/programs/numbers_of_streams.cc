// A number that one thread takes out of a stream of its own and another one looks at, under a mutex.
// guilty: race: it is taken without the mutex
// unseen: 1: what is within a stream belongs to libstdc++, and its headers look at it
// rows: stream_into_number
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

std::mutex lock;
int number;
int seen;

void take() {
  std::istringstream in("12 words in a line that is long enough for the heap");
#ifndef GUILTY
  const std::lock_guard<std::mutex> held(lock);
#endif
  in >> number;
}

void look() {
  const std::lock_guard<std::mutex> held(lock);
  seen = number;
}

int main() {
  std::thread a(take), b(look);
  a.join();
  b.join();
  return number == 12 ? 0 : 1;
}
