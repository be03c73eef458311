// Every way to ask for memory and to give it back that C++ knows, called by name: of one object and
// of arrays, aligned, with a size, without exceptions.
//
// expect-exit: 0
// expect-output: 16 pieces
// expect-events: allocate>=16 free>=16
// deterministic: yes
#include <cstdint>
#include <new>

#include "../check.h"

static int pieces = 0;

static void* volatile sink;
static void* used(void* memory, std::size_t alignment) {
  CHECK(memory != nullptr && reinterpret_cast<std::uintptr_t>(memory) % alignment == 0);
  for (int i = 0; i < 64; ++i) static_cast<volatile char*>(memory)[i] = static_cast<char>(i);
  ++pieces;
  sink = memory;
  return sink;
}

int main() {
  constexpr std::size_t n = 64;
  constexpr std::align_val_t a{256};
  const auto& quiet = std::nothrow;
  operator delete(used(operator new(n), 16));
  operator delete(used(operator new(n), 16), n);
  operator delete(used(operator new(n, quiet), 16), quiet);
  operator delete[](used(operator new[](n), 16));
  operator delete[](used(operator new[](n), 16), n);
  operator delete[](used(operator new[](n, quiet), 16), quiet);
  operator delete(used(operator new(n, a), 256), a);
  operator delete(used(operator new(n, a), 256), n, a);
  operator delete(used(operator new(n, a, quiet), 256), a, quiet);
  operator delete[](used(operator new[](n, a), 256), a);
  operator delete[](used(operator new[](n, a), 256), n, a);
  operator delete[](used(operator new[](n, a, quiet), 256), a, quiet);

  struct alignas(512) Wide {
    char bytes[512];
  };
  Wide *one = new Wide, *two = new Wide[2];
  Wide *quiet_one = new (quiet) Wide, *quiet_two = new (quiet) Wide[2];
  Wide* const all[] = {one, two, quiet_one, quiet_two};
  for (Wide* wide : all) used(wide, 512);
  delete one;
  delete[] two;
  delete quiet_one;
  delete[] quiet_two;
  printf("%d pieces\n", pieces);
}
