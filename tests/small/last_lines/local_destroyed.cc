// Main gives up its measurements at its end while a detached thread may still read them.
// finds: race, uaf
#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>

struct Measurements {
  int count = 3;
};

int main() {
  auto measurements = std::make_unique<Measurements>();
  std::thread([m = measurements.get()] {
    int n = m->count;  // RACE
    std::printf("%d\n", n);
  }).detach();
  std::this_thread::sleep_for(std::chrono::milliseconds(3));
  measurements.reset();  // RACE
}
