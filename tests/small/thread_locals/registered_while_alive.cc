// Threads enter their thread-local counters in a list for as long as they live; main adds up those of the living.
#include <cstdio>
#include <list>
#include <mutex>
#include <thread>

static std::mutex lock;
struct Counter;
static std::list<Counter*> living;
static long of_the_dead;

struct Counter {
  long value = 0;
  Counter() {
    std::lock_guard guard(lock);
    living.push_back(this);
  }
  ~Counter() {
    std::lock_guard guard(lock);
    living.remove(this);
    of_the_dead += value;
  }
  void add() {
    std::lock_guard guard(lock);
    ++value;
  }
};
static thread_local Counter counter;

static long total() {
  std::lock_guard guard(lock);
  long sum = of_the_dead;
  for (const Counter* c : living) sum += c->value;
  return sum;
}

int main() {
  long seen = 0;
  {
    std::jthread a([] { for (int i = 0; i < 5; ++i) counter.add(); });
    std::jthread b([] { for (int i = 0; i < 5; ++i) counter.add(); });
    seen = total();
  }
  std::printf("%ld %s\n", total(), seen <= 10 ? "fine" : "odd");
}
