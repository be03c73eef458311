// A detached std::thread writes to a global that main reads at once.
#include <chrono>
#include <cstdio>
#include <thread>

static double average;

int main() {
  std::thread([] {
    double sum = 0;
    for (int i = 0; i < 8; ++i) sum += i;
    average = sum / 8;  // RACE
  }).detach();
  std::this_thread::sleep_for(std::chrono::milliseconds(3));
  std::printf("%.1f\n", average);  // RACE
}
