// The destructor of a thread_local adds to the total under a mutex when its thread ends.
#include <cstdio>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int total;

struct Tally {
  int n = 0;
  ~Tally() {
    std::lock_guard<std::mutex> guard(mutex);
    total += n;
  }
};

static thread_local Tally tally;

int main() {
  auto work = [] {
    for (int i = 0; i < 3; ++i) tally.n += 1;
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
  std::printf("%d\n", total);
  return total == 6 ? 0 : 1;
}
