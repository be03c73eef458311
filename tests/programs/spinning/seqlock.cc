// A sequence lock: readers take no lock, and read again if a writer was there meanwhile.
//
// expect-exit: 0
// expect-output: 50 50 50
// expect-events: fork=3 join=3 atomic_update>=100 atomic_read>=100 fence>=40
// deterministic: yes
#include <atomic>
#include <thread>

#include "../check.h"

struct Triple {
  int a, b, c;
};

class SeqLock {
 public:
  void write(Triple t) {                                // one writer only
    sequence_.fetch_add(1, std::memory_order_acquire);  // odd: being written
    std::atomic_thread_fence(std::memory_order_release);
    a_.store(t.a, std::memory_order_relaxed);
    b_.store(t.b, std::memory_order_relaxed);
    c_.store(t.c, std::memory_order_relaxed);
    sequence_.fetch_add(1, std::memory_order_release);
  }
  Triple read() const {
    for (;;) {
      const unsigned before = sequence_.load(std::memory_order_acquire);
      const Triple seen = {a_.load(std::memory_order_relaxed), b_.load(std::memory_order_relaxed),
                           c_.load(std::memory_order_relaxed)};
      std::atomic_thread_fence(std::memory_order_acquire);
      if (before % 2 == 0 && sequence_.load(std::memory_order_relaxed) == before) return seen;
    }
  }

 private:
  std::atomic<unsigned> sequence_ = 0;
  std::atomic<int> a_ = 0, b_ = 0, c_ = 0;
};

int main() {
  SeqLock lock;
  {
    auto read_often = [&] {
      for (int last = 0, i = 0; i < 20; ++i) {
        const Triple t = lock.read();
        CHECK(t.a == t.b && t.b == t.c && t.a >= last);
        last = t.a;
      }
    };
    std::jthread one(read_often), other(read_often);
    std::jthread writer([&] {
      for (int i = 1; i <= 50; ++i) lock.write({i, i, i});
    });
  }
  const Triple t = lock.read();
  std::printf("%d %d %d\n", t.a, t.b, t.c);
}
