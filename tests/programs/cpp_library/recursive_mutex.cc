// std::recursive_mutex: a recursive function locks at every level; others come in when all levels
// are done.
//
// expect-exit: 0
// expect-output: 720 720
// expect-events: fork=2 join=2 acquire>=2 release>=2
// deterministic: yes
#include <mutex>
#include <thread>

#include "../check.h"

std::recursive_mutex mutex;
long product = 1;

void multiply_up_to(int n) {
  const std::lock_guard lock(mutex);
  if (n == 0) return;
  multiply_up_to(n - 1);
  product *= n;
}

long factorial(int n) {
  const std::lock_guard lock(mutex);
  product = 1;
  multiply_up_to(n);
  return product;
}

int main() {
  long a = 0, b = 0;
  std::thread one([&] { a = factorial(6); }), other([&] { b = factorial(6); });
  one.join();
  other.join();
  std::printf("%ld %ld\n", a, b);
}
