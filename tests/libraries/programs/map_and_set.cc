// An ordered map and a set that two threads change and walk through under one mutex.
// guilty: race, uaf: erasing forgets the mutex
// rows: tree_insert tree_erase
#include <cstdio>
#include <map>
#include <mutex>
#include <set>
#include <thread>

std::mutex lock;
std::map<int, int> map;
std::set<int> set;
long sum;

void work(int first) {
  for (int i = 0; i < 12; ++i) {
    {
      const std::lock_guard<std::mutex> held(lock);
      map[(first + i * 7) % 30] = i;
      set.insert(first + i);
    }
    {
      const std::lock_guard<std::mutex> held(lock);
      for (const auto& [key, value] : map) sum += key;
      for (auto it = set.rbegin(); it != set.rend(); ++it) sum -= *it;
    }
    {
#ifndef GUILTY
      const std::lock_guard<std::mutex> held(lock);
#endif
      map.erase((first + i * 3) % 30);
      set.erase(first + i / 2);
    }
  }
}

int main() {
  std::thread a(work, 0), b(work, 10);
  a.join();
  b.join();
  const std::lock_guard<std::mutex> held(lock);
  std::printf("%s\n", map.size() <= 24 && set.size() <= 24 ? "done" : "too many");
}
