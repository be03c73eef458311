// Writers hold a shared_mutex alone, but one reader takes no lock at all.
#include <cstdio>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static long balance = 10;

int main() {
  long seen = 0;
  std::thread writer([] {
    std::unique_lock<std::shared_mutex> lock(mutex);
    balance = 20;  // RACE
  });
  std::thread reader([&seen] {
    seen = balance;  // RACE
  });
  writer.join();
  reader.join();
  std::printf("%s\n", seen >= 10 ? "fine" : "odd");
}
