// new and delete: single objects, arrays with and without destructors, nothrow, over-aligned,
// placement, and a constructor that throws.
//
// expect-exit: 0
// expect-output: 9 constructed, 9 destroyed
// expect-events: allocate>=5 free>=5
// deterministic: yes
#include <cstdint>
#include <new>
#include <stdexcept>

#include "../check.h"

int constructed = 0, destroyed = 0;

struct Counted {
  explicit Counted(int n = 0) : value(n) {
    if (n < 0) throw std::invalid_argument("negative");
    ++constructed;
  }
  ~Counted() { ++destroyed; }
  int value;
};

struct alignas(128) Wide : Counted {
  char more[200];
};

int main() {
  Counted* volatile one = new Counted(1);
  delete one;
  Counted* volatile five = new Counted[5];
  delete[] five;
  int* volatile plain = new int[10]();
  CHECK(plain[9] == 0);
  delete[] plain;

  Counted* volatile quiet = new (std::nothrow) Counted(2);
  CHECK(quiet != nullptr && quiet->value == 2);
  delete quiet;
  volatile size_t too_many = SIZE_MAX / 8;
  char* volatile nothing = new (std::nothrow) char[too_many];
  CHECK(nothing == nullptr);
  bool refused = false;
  try {
    char* volatile memory = new char[too_many];
    delete[] memory;
  } catch (const std::bad_alloc&) {
    refused = true;
  }
  CHECK(refused);

  Wide* volatile wide = new Wide;
  CHECK(reinterpret_cast<uintptr_t>(wide) % 128 == 0);
  delete wide;

  alignas(Counted) unsigned char room[sizeof(Counted)];
  auto* placed = new (room) Counted(3);
  CHECK(static_cast<void*>(placed) == room);
  placed->~Counted();

  try {
    delete new Counted(-1);  // the memory is given back, the destructor does not run
  } catch (const std::invalid_argument&) {
  }
  std::printf("%d constructed, %d destroyed\n", constructed, destroyed);
}
