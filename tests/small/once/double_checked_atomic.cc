// Double-checked initialisation as it should be, with acquire and release.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

struct Config {
  int limit = 0;
};
static std::atomic<Config*> config;
static std::mutex mutex;

static Config* get() {
  Config* c = config.load(std::memory_order_acquire);
  if (!c) {
    std::lock_guard<std::mutex> guard(mutex);
    c = config.load(std::memory_order_relaxed);
    if (!c) {
      c = new Config;
      c->limit = 10;
      config.store(c, std::memory_order_release);
    }
  }
  return c;
}

int main() {
  int seen[2] = {};
  std::thread a([&] { seen[0] = get()->limit; });
  std::thread b([&] { seen[1] = get()->limit; });
  a.join();
  b.join();
  std::printf("%d\n", seen[0] + seen[1]);
  delete config.load();
  return seen[0] + seen[1] == 20 ? 0 : 1;
}
