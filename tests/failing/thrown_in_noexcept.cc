// A function that promises not to throw calls one that does.
// shows: failure
#include <cstdio>
#include <stdexcept>
#include <thread>
#include <vector>

static int element(const std::vector<int>& v, std::size_t i) noexcept {
  return v.at(i);  // HERE
}

int main() {
  std::vector<int> numbers{1, 2, 3};
  int last = 0;
  std::thread reader([&] { last = element(numbers, 3); });
  reader.join();
  std::printf("%d\n", last);
}
