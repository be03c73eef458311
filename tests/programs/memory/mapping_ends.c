// Mappings begin and end to exist: unmapped as a whole, moved, mapped over. What is unmapped in part
// goes on to exist.
//
// expect-exit: 0
// expect-events: allocate=5 free=4
// deterministic: yes
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void) {
  const int read_write = PROT_READ | PROT_WRITE, anonymous = MAP_PRIVATE | MAP_ANONYMOUS;
  const size_t page = 4096;
  char* a = mmap(NULL, 2 * page, read_write, anonymous, -1, 0);
  char* b = mmap(NULL, page, read_write, anonymous, -1, 0);
  if (a == MAP_FAILED || b == MAP_FAILED) return 1;
  a[0] = b[0] = 1;
  if (munmap(a + page, page) != 0) return 2;  // in part
  a[1] = 1;
  if (munmap(a, 2 * page) != 0) return 3;
  char* over = mmap(b, page, read_write, anonymous | MAP_FIXED, -1, 0);
  if (over != b || b[0] != 0) return 4;
  char* blocker = mmap(NULL, page, read_write, anonymous, -1, 0);
  char* moved = mremap(b, page, 64 * page, MREMAP_MAYMOVE);
  if (moved == MAP_FAILED || moved == b) return 5;
  moved[63 * page] = 1;
  return munmap(moved, 64 * page) == 0 && blocker != MAP_FAILED ? 0 : 6;
}
