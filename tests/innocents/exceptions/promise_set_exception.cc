// A worker reports an error by its promise; the waiter catches it.
// guilty: race: both write the state without the lock
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex lock;
int state;

void set_state(int now) {
#ifndef GUILTY
  std::lock_guard<std::mutex> held(lock);
#endif
  state = now;
}

int main() {
  std::promise<int> promise;
  auto answer = promise.get_future();
  std::thread worker([promise = std::move(promise)]() mutable {
    set_state(1);
    promise.set_exception(std::make_exception_ptr(std::out_of_range("no such row")));
  });
  set_state(2);
  bool caught = false;
  try {
    answer.get();
  } catch (const std::out_of_range&) {
    caught = true;
  }
  worker.join();
  return caught ? 0 : 1;
}
