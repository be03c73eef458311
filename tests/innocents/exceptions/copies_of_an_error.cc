// Each thread keeps a copy of the error that a query ended with, and reads its text.
// guilty: race: the last text is kept without the lock
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

std::mutex lock;
std::string last;

void report(const std::runtime_error& error) {
  const std::string text = error.what();
#ifndef GUILTY
  std::lock_guard<std::mutex> held(lock);
#endif
  last = text;
}

int main() {
  std::vector<std::thread> threads;
  {
    const std::runtime_error error("the connection was reset by the peer, after the first row");
    for (int i = 0; i < 3; ++i) threads.emplace_back([error] { report(error); });
    report(error);
  }
  for (std::thread& thread : threads) thread.join();
  return last.empty();
}
