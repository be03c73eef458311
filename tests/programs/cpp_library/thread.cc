// std::thread: a function with arguments by value and by reference, a member function, a lambda
// that is moved into it; moved threads; detach.
//
// expect-exit: 0
// expect-output: 5 hello 14
// expect-events: fork=4 join=3
// deterministic: yes
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "../check.h"

void add(int a, int b, int& sum) { sum = a + b; }

struct Greeter {
  std::string text;
  void greet() { text = "hello"; }
};

int main() {
  int sum = 0, product = 0;
  std::thread adder(add, 2, 3, std::ref(sum));
  Greeter greeter;
  std::thread greeting(&Greeter::greet, &greeter);
  auto factor = std::make_unique<int>(7);
  std::thread multiplier([factor = std::move(factor), &product] { product = 2 * *factor; });

  CHECK(adder.joinable() && adder.get_id() != std::this_thread::get_id());
  std::thread moved = std::move(adder);
  CHECK(!adder.joinable() && moved.joinable());
  moved.join();
  CHECK(!moved.joinable() && moved.get_id() == std::thread::id());
  greeting.join();
  multiplier.join();
  std::thread([] { std::this_thread::yield(); }).detach();
  std::printf("%d %s %d\n", sum, greeter.text.c_str(), product);
}
