// Words counted by two threads in one unordered map, under a mutex.
// guilty: race, uaf: finding forgets the mutex
// rows: hash_policy
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

std::mutex lock;
std::unordered_map<std::string, int> counts;
int most;

void work(int first) {
  for (int i = 0; i < 16; ++i) {
    const std::string word = "a word that is long enough for the heap " + std::to_string(first + i);
    {
      const std::lock_guard<std::mutex> held(lock);
      ++counts[word];
    }
#ifndef GUILTY
    const std::lock_guard<std::mutex> held(lock);
#endif
    const auto found = counts.find(word);
    most = std::max(most, found->second);
  }
}

int main() {
  std::thread a(work, 0), b(work, 8);
  a.join();
  b.join();
  std::printf("%zu %d\n", counts.size(), most);
  return counts.size() == 24 && most == 2 ? 0 : 1;
}
