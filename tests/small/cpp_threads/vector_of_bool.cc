// Two threads set two neighbouring elements of a vector<bool>, which share a word.
#include <cstdio>
#include <thread>
#include <vector>

int main() {
  std::vector<bool> seen(8);
  std::thread a([&] {
    seen[1] = true;  // RACE
  });
  std::thread b([&] {
    seen[2] = true;  // RACE
  });
  a.join();
  b.join();
  std::printf("%zu\n", seen.size());
}
