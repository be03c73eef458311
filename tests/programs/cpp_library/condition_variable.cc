// std::condition_variable: wait with a predicate, wait_for and wait_until that time out, notify_one
// and notify_all.
//
// expect-exit: 0
// expect-output: 1 2 3 4
// expect-events: fork=2 join=2 wait_begin>=3 wait_end>=3 signal=4 broadcast=1
// deterministic: no
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "../check.h"

using namespace std::chrono_literals;

std::mutex mutex;
std::condition_variable changed;
int turn = 0;
std::string text;

void take_turns(int me) {
  for (int i = 0; i < 2; ++i) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return turn % 2 == me; });
    text += std::to_string(++turn) + ' ';
    changed.notify_one();
  }
}

int main() {
  std::unique_lock lock(mutex);
  CHECK(changed.wait_for(lock, 5ms) == std::cv_status::timeout);
  CHECK(!changed.wait_for(lock, 5ms, [] { return turn > 0; }));
  const auto soon = std::chrono::steady_clock::now() + 5ms;
  CHECK(changed.wait_until(lock, soon) == std::cv_status::timeout);
  changed.notify_all();
  lock.unlock();

  std::thread one(take_turns, 0), other(take_turns, 1);
  one.join();
  other.join();
  text.pop_back();
  std::puts(text.c_str());
}
