// std::promise and std::future: a value, a reference, an exception, nothing, and a broken promise.
//
// expect-exit: 0
// expect-output: 12, exception caught, broken promise
// expect-events: fork=3 join=3
// deterministic: no
//
// Not deterministic: libstdc++'s strings read a capacity that nobody wrote and ignore it; what is
// there may be the canary of an earlier frame, which is random.
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

#include "../check.h"

int main() {
  std::promise<int> number;
  std::promise<std::string&> reference;
  std::promise<void> done;
  std::string text;
  std::thread keeper([&] {
    number.set_value(12);
    text = "written before the reference was handed over";
    reference.set_value(text);
    done.set_value();
  });
  const int got = number.get_future().get();
  CHECK(&reference.get_future().get() == &text && text.size() > 10);
  done.get_future().wait();
  keeper.join();

  std::promise<int> fails;
  std::future<int> failing = fails.get_future();
  std::thread thrower(
      [&] { fails.set_exception(std::make_exception_ptr(std::runtime_error("no number"))); });
  bool caught = false;
  try {
    failing.get();
  } catch (const std::runtime_error& error) {
    caught = error.what() == std::string("no number");
  }
  thrower.join();

  std::future<int> broken;
  std::thread([&] { broken = std::promise<int>().get_future(); }).join();
  bool noticed = false;
  try {
    broken.get();
  } catch (const std::future_error& error) {
    noticed = error.code() == std::future_errc::broken_promise;
  }
  std::printf("%d, exception %s, %s promise\n", got, caught ? "caught" : "lost",
              noticed ? "broken" : "kept");
}
