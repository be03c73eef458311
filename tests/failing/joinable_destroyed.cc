// A std::thread goes out of scope without having been joined.
// shows: failure
#include <atomic>
#include <cstdio>
#include <thread>

static std::atomic<bool> started{false};

static void launch() {
  std::thread worker([] { started = true; });
  while (!started) std::this_thread::yield();
}  // HERE

int main() {
  launch();
  std::puts("launched");
}
