// A thread passes an exception by its promise, and may be the last to let go of it.
// guilty: race: the number of tries is counted without the mutex
// rows: exception_release
#include <chrono>
#include <cstdio>
#include <future>
#include <memory>
#include <mutex>
#include <thread>

struct Failure {
  int code;
  std::shared_ptr<int> detail;
  ~Failure() { code = 0; }
};

std::mutex lock;
int tries;

void count() {
#ifndef GUILTY
  const std::lock_guard<std::mutex> held(lock);
#endif
  ++tries;
}

int main() {
  std::promise<int> promise;
  std::future<int> answer = promise.get_future();
  std::thread worker([promise = std::move(promise)]() mutable {
    count();
    promise.set_exception(std::make_exception_ptr(Failure{5, std::make_shared<int>(2)}));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  });
  count();
  int code = 0;
  try {
    answer.get();
  } catch (const Failure& caught) {
    code = caught.code + *caught.detail;
  }
  worker.join();
  std::printf("%d\n", code);
  return code == 7 && tries == 2 ? 0 : 1;
}
