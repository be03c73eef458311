// The destructor of a thread_local adds to a plain total when its thread ends.
#include <cstdio>
#include <thread>

static int total;

struct Tally {
  int n = 0;
  ~Tally() { total += n; }  // RACE
};

static thread_local Tally tally;

int main() {
  auto work = [] {
    for (int i = 0; i < 3; ++i) tally.n += 1;
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
  std::printf("%s\n", total > 0 ? "fine" : "lost");
}
