// A line that one thread takes out of a stream of its own and another one looks at, under a mutex.
// guilty: race: it is taken without the mutex
// unseen: 2: what is within a stream belongs to libstdc++, and its headers look at it
// rows: stream_into_string
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

std::mutex lock;
std::string line;
int seen;

void take() {
  std::istringstream in("12 words in a line that is long enough for the heap");
#ifndef GUILTY
  const std::lock_guard<std::mutex> held(lock);
#endif
  std::getline(in, line);
}

void look() {
  const std::lock_guard<std::mutex> held(lock);
  seen = static_cast<int>(line.size());
}

int main() {
  std::thread a(take), b(look);
  a.join();
  b.join();
  return line.size() == 51 ? 0 : 1;
}
