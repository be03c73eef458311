// An exception that two threads look at, and the last of them destroys.
// guilty: race: both count themselves without the mutex
// rows: exception_count exception_pointer single_threaded
#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

struct Failure {
  int code;
  std::shared_ptr<int> detail;
  ~Failure() { code = 0; }
};

std::mutex lock;
int lookers, codes[2];
std::exception_ptr mine[2];  // of each thread: the same exception

void look(int which) {
  // The second one is the last, and destroys it.
  std::this_thread::sleep_for(std::chrono::milliseconds(20 * which));
  {
#ifndef GUILTY
    const std::lock_guard<std::mutex> held(lock);
#endif
    ++lookers;
  }
  try {
    const std::exception_ptr failure = std::move(mine[which]);
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
  mine[0] = failures[1];
  mine[1] = std::move(failures[1]);
  std::thread a(look, 0), b(look, 1);
  a.join();
  b.join();
  std::printf("%d\n", codes[0] + codes[1]);
  return codes[0] + codes[1] == 14 && lookers == 2 ? 0 : 1;
}
