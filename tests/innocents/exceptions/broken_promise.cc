// A worker gives up without an answer, and the waiter is told so.
// guilty: race: the reason is written while the other side reads it
#include <future>
#include <mutex>
#include <string>
#include <thread>

std::mutex lock;
int reason;

int main() {
  std::promise<int> promise;
  auto answer = promise.get_future();
  std::thread worker([promise = std::move(promise)]() mutable {
    {
#ifndef GUILTY
      std::lock_guard<std::mutex> held(lock);
#endif
      reason = 3;
    }
    auto dropped = std::move(promise);
  });
  {
#ifndef GUILTY
    std::lock_guard<std::mutex> held(lock);
#endif
    if (reason == 4) return 2;
  }
  bool broken = false;
  try {
    answer.get();
  } catch (const std::future_error& error) {
    broken = error.code() == std::future_errc::broken_promise;
  }
  worker.join();
  return broken ? 0 : 1;
}
