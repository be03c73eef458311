// An exception that two threads look at, and the last of them destroys.
// guilty: race: both count themselves without the mutex
// rows: exception_count exception_pointer single_threaded
#include <cstdio>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

struct Failure {
  int code;
  std::shared_ptr<int> detail;
  ~Failure() { code = 0; }
};

std::mutex lock;
int lookers, sum;

void look(std::exception_ptr failure) {
  int code = 0;
  {
#ifndef GUILTY
    const std::lock_guard<std::mutex> held(lock);
#endif
    ++lookers;
  }
  try {
    std::rethrow_exception(failure);
  } catch (const Failure& caught) {
    code = caught.code + *caught.detail;
  }
  const std::lock_guard<std::mutex> held(lock);
  sum += code;
}

int main() {
  std::exception_ptr failure;
  const auto detail = std::make_shared<int>(2);
  try {
    throw Failure{5, detail};
  } catch (...) {
    failure = std::current_exception();
  }
  std::thread a(look, failure), b(look, std::move(failure));
  a.join();
  b.join();
  std::printf("%d\n", sum);
  return sum == 14 && lookers == 2 ? 0 : 1;
}
