// C++ exceptions through frames with destructors and locks: caught by base, rethrown, nested,
// caught by everything, out of constructors, through a C function's callback.
//
// expect-exit: 0
// expect-output: 5 caught, 6 destroyed, lock free
// expect-events: acquire=10 release=10
// deterministic: yes
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <string>

#include "../check.h"

std::mutex mutex;
int caught = 0, destroyed = 0;

struct Guard {
  ~Guard() { ++destroyed; }
};

[[noreturn]] void deep(int levels) {
  const Guard guard;
  if (levels == 0) throw std::out_of_range("deep");
  deep(levels - 1);
}

struct Half {
  Guard first;
  Half() { throw std::string("half"); }
};

int compare(const void*, const void*) { throw 7; }

void throw_something(int kind) {
  const std::lock_guard lock(mutex);
  int two[] = {2, 1};
  switch (kind) {
    case 0:
      deep(2);
    case 1:
      try {
        deep(0);
      } catch (...) {
        throw;  // the same again
      }
    case 2:
      Half();
      break;
    case 3:
      std::qsort(two, 2, sizeof two[0], compare);
      break;
    case 4:
      try {
        throw 1;
      } catch (int) {
        const Guard guard;
        std::throw_with_nested(std::runtime_error("outer"));
      }
  }
}

int main() {
  for (int kind = 0; kind < 5; ++kind) {
    try {
      throw_something(kind);
    } catch (const std::logic_error&) {
      ++caught;
    } catch (const std::string& text) {
      caught += text == "half";
    } catch (const std::exception& error) {
      try {
        std::rethrow_if_nested(error);
      } catch (int) {
        ++caught;
      }
    } catch (...) {
      ++caught;
    }
    CHECK(mutex.try_lock());
    mutex.unlock();
  }
  std::printf("%d caught, %d destroyed, lock free\n", caught, destroyed);
}
