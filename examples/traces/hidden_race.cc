// The program behind hidden_race.std. Which worker comes first depends on the two delays.
//
//   clang++-19 -std=c++20 -g -O1 -fsanitize=thread -pthread hidden_race.cc -o hidden_race
//   ./hidden_race 0 30     the poster first: ThreadSanitizer is silent
//   ./hidden_race 30 0     the closer first: ThreadSanitizer reports the race
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <thread>

std::mutex m;
bool open = true;
long queue = 0;
long x = 0;

void wait(const char* milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(std::atoi(milliseconds)));
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::thread poster([&] {
    wait(argv[1]);
    const std::lock_guard lock(m);
    ++queue;
    x = 1;
  });
  std::thread closer([&] {
    wait(argv[2]);
    {
      const std::lock_guard lock(m);
      if (!open) return;
    }
    x = 2;
  });
  poster.join();
  closer.join();
  return x == 0;
}
