// A worker wraps an error in another one, and hands both to whoever waits.
// guilty: race: the depth is noted by both without the lock
#include <exception>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex lock;
int depth;

void note(int now) {
#ifndef GUILTY
  std::lock_guard<std::mutex> held(lock);
#endif
  depth += now;
}

void load() {
  try {
    throw std::invalid_argument("a bad number in the file of the settings");
  } catch (...) {
    std::throw_with_nested(std::runtime_error("the settings cannot be loaded"));
  }
}

int levels(const std::exception& error) {
  try {
    std::rethrow_if_nested(error);
  } catch (const std::exception& inner) {
    return 1 + levels(inner);
  }
  return 1;
}

int main() {
  std::promise<void> promise;
  auto loaded = promise.get_future();
  std::thread worker([&promise] {
    note(1);
    try {
      load();
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  });
  note(1);
  int found = 0;
  try {
    loaded.get();
  } catch (const std::exception& error) {
    found = levels(error);
  }
  worker.join();
  return found == 2 && depth == 2 ? 0 : 1;
}
