// Coroutines that go on in another thread than they began in: co_await hands the frame to a thread,
// which resumes it; a thread-local variable is another one before and after.
//
// expect-exit: 0
// expect-output: began with 1, went on with 0, ended with 42
// expect-events: fork=2 join=2
// deterministic: yes
#include <coroutine>
#include <cstdio>
#include <optional>
#include <thread>

#include "../check.h"

static thread_local int mine = 0;
static std::thread threads[2];

struct ElsewhereAwaiter {
  int number;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> frame) const {
    std::thread& place = threads[number];  // the frame may be gone when the thread runs
    place = std::thread([frame] { frame.resume(); });
  }
  void await_resume() const noexcept {}
};

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(int v) { result = v; }
    void unhandled_exception() { std::terminate(); }
    std::optional<int> result;
  };
  std::coroutine_handle<promise_type> frame;
};

static int began = -1, went_on = -1;

static Task compute(int n) {
  began = mine;
  int product = n;
  co_await ElsewhereAwaiter{0};
  went_on = mine;
  product *= 2;
  co_await ElsewhereAwaiter{1};
  co_return product;
}

int main() {
  mine = 1;
  Task task = compute(21);
  task.frame.resume();
  // The second is made by the first, and is there when that has ended.
  threads[0].join();
  threads[1].join();
  CHECK(task.frame.done());
  std::printf("began with %d, went on with %d, ended with %d\n", began, went_on,
              *task.frame.promise().result);
  task.frame.destroy();
}
