// Double-checked initialisation with an atomic pointer, but relaxed.
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
  Config* c = config.load(std::memory_order_relaxed);
  if (!c) {
    std::lock_guard<std::mutex> guard(mutex);
    c = config.load(std::memory_order_relaxed);
    if (!c) {
      c = new Config;
      c->limit = 10;  // RACE
      config.store(c, std::memory_order_relaxed);
    }
  }
  return c;
}

int main() {
  int seen[2] = {};
  std::thread a([&] { seen[0] = get()->limit; });  // RACE maybe
  std::thread b([&] { seen[1] = get()->limit; });  // RACE maybe
  a.join();
  b.join();
  std::printf("%d\n", seen[0] + seen[1]);
  delete config.load();
}
