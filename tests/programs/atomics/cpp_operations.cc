// std::atomic: every member function once, on integers, booleans, enumerations and pointers.
//
// expect-exit: 0
// expect-events: atomic_read>=3 atomic_write>=2 atomic_update>=12
// deterministic: yes
#include <atomic>

#include "../check.h"

enum class Colour { red, green, blue };

std::atomic<int> number = 1;
std::atomic<bool> flag = false;
std::atomic<Colour> colour = Colour::red;
int array[4] = {10, 20, 30, 40};
std::atomic<int*> pointer = array;

int main() {
  CHECK(number.load() == 1);
  number.store(2);
  CHECK(number.exchange(3) == 2);
  CHECK(number.fetch_add(4) == 3 && number.fetch_sub(1) == 7);
  CHECK(number.fetch_or(9) == 6 && number.fetch_and(13) == 15 && number.fetch_xor(1) == 13);
  CHECK(++number == 13 && number++ == 13 && --number == 13 && number-- == 13);
  CHECK((number += 8) == 20 && (number -= 4) == 16 && (number |= 3) == 19);
  CHECK((number &= 18) == 18 && (number ^= 16) == 2);
  int expected = 0;
  CHECK(!number.compare_exchange_strong(expected, 9) && expected == 2);
  while (!number.compare_exchange_weak(expected, 9)) continue;
  CHECK(number == 9);

  flag = true;
  CHECK(flag.exchange(false));
  CHECK(colour.exchange(Colour::blue) == Colour::red);
  Colour seen = Colour::green;
  CHECK(!colour.compare_exchange_strong(seen, Colour::red) && seen == Colour::blue);

  CHECK(*pointer.fetch_add(2) == 10 && *pointer == 30);
  CHECK(*++pointer == 40 && *(pointer -= 3) == 10);
}
