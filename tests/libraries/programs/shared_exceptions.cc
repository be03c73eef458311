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
int lookers, codes[2];

void look(std::exception_ptr failure, int which) {
  {
#ifndef GUILTY
    const std::lock_guard<std::mutex> held(lock);
#endif
    ++lookers;
  }
  try {
    std::rethrow_exception(failure);
  } catch (const Failure& caught) {
    codes[which] = caught.code + *caught.detail;
  }
}

int main() {
  std::exception_ptr failures[2];
  const auto detail = std::make_shared<int>(2);
  for (std::exception_ptr& failure : failures) {
    try {
      throw Failure{5, detail};
    } catch (...) {
      failure = std::current_exception();
    }
  }
  std::thread a(look, failures[1], 0), b(look, std::move(failures[1]), 1);
  a.join();
  b.join();
  std::printf("%d\n", codes[0] + codes[1]);
  return codes[0] + codes[1] == 14 && lookers == 2 ? 0 : 1;
}
