// An atomic struct of 24 bytes, which no instruction can do: libatomic locks inside, in code that
// is not instrumented.
//
// expect-exit: 0
// expect-output: 60 60 60
// expect-events: fork=3 join=3
// deterministic: yes
// flags: -latomic -Wno-atomic-alignment
#include <atomic>
#include <thread>
#include <vector>

#include "../check.h"

struct Triple {
  long a, b, c;
};

int main() {
  std::atomic<Triple> triple = Triple{0, 0, 0};
  CHECK(!triple.is_lock_free());
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        Triple seen = triple.load(), next;
        do {
          CHECK(seen.a == seen.b && seen.b == seen.c);
          next = {seen.a + 1, seen.b + 1, seen.c + 1};
        } while (!triple.compare_exchange_weak(seen, next));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const Triple last = triple;
  std::printf("%ld %ld %ld\n", last.a, last.b, last.c);
}
