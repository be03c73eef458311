// C++20 coroutines: a generator whose frame lives on the heap, and one that is resumed by another
// thread than the one that started it.
//
// expect-exit: 0
// expect-output: 1 1 2 3 5 8 13 21
// expect-events: fork=8 join=8
// deterministic: yes
#include <coroutine>
#include <exception>
#include <thread>
#include <utility>

#include "../check.h"

class Generator {
 public:
  struct promise_type {
    int value = 0;
    Generator get_return_object() {
      return Generator(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) noexcept {
      value = v;
      return {};
    }
    void return_void() noexcept {}
    void unhandled_exception() { std::terminate(); }
  };

  explicit Generator(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Generator(Generator&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  ~Generator() {
    if (handle_) handle_.destroy();
  }
  int next() {
    handle_.resume();
    return handle_.promise().value;
  }

 private:
  std::coroutine_handle<promise_type> handle_;
};

Generator fibonacci() {
  for (int a = 0, b = 1;; a = std::exchange(b, a + b)) co_yield b;
}

int main() {
  Generator numbers = fibonacci();
  for (int i = 0; i < 8; ++i) {
    int number = 0;
    std::thread([&] { number = numbers.next(); }).join();
    std::printf(i ? " %d" : "%d", number);
  }
  std::puts("");
}
