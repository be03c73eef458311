// A read that a detector with a few places for each word has forgotten when the write comes: in
// between, others read the same word. These are all ordered before the write; the first is not.
#include <chrono>
#include <cstdio>
#include <semaphore>
#include <thread>
#include <vector>

int threshold = 3;
int seen_first, seen_by_others;

int main() {
  std::binary_semaphore may_end(0);
  std::thread early([&] {
    seen_first = threshold;  // BUG(race): nothing orders it before the write
    may_end.acquire();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  for (int i = 0; i < 16; ++i)
    std::thread([] { seen_by_others = threshold; }).join();
  threshold = 4;  // BUG(race)
  may_end.release();
  early.join();
  std::printf("%d, %d\n", seen_first, seen_by_others);
}
