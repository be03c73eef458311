// The task writes through a reference, and main reads it before it has asked the future.
#include <cstdio>
#include <future>

int main() {
  int progress = 0;
  auto task = std::async(std::launch::async, [&progress] {
    progress = 100;  // RACE
    return 5;
  });
  int early = progress;  // RACE
  std::printf("%d %s\n", task.get(), early <= 100 ? "fine" : "odd");
}
