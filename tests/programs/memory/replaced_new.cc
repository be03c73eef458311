// A program that brings its own operator new and delete, for everything and for one class; threads
// allocate through them.
//
// expect-exit: 0
// expect-output: all given back, 40 from the pool
// expect-events: fork=2 join=2
// deterministic: yes
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <thread>

#include "../check.h"

std::atomic<long> balance = 0;

void* operator new(size_t size) {
  void* memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  balance.fetch_add(1);
  return memory;
}
void operator delete(void* memory) noexcept {
  if (memory != nullptr) balance.fetch_sub(1);
  std::free(memory);
}
void operator delete(void* memory, size_t) noexcept { operator delete(memory); }

struct Pooled {
  static inline std::atomic<int> from_pool = 0;
  static void* operator new(size_t size) {
    ++from_pool;
    return std::malloc(size);
  }
  static void operator delete(void* memory) { std::free(memory); }
  int value = 1;
};

int main() {
  const long before = balance;
  {
    auto work = [] {
      for (int i = 0; i < 20; ++i) {
        auto number = std::make_unique<int>(i);
        auto pooled = std::make_unique<Pooled>();
        std::string text(100, 'x');
        CHECK(*number == i && pooled->value == 1 && text[99] == 'x');
      }
    };
    std::jthread a(work), b(work);
  }
  std::printf("%s given back, %d from the pool\n", balance == before ? "all" : "not all",
              Pooled::from_pool.load());
}
