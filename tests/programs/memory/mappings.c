// mmap, mprotect, mremap, madvise and munmap of anonymous memory that two threads use; a new
// mapping at an old address starts with zeroes.
//
// expect-exit: 0
// expect-events: fork=2 join=2
// deterministic: yes
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../check.h"

static size_t page;

static void* fill(void* memory) {
  memset(memory, 'm', page);
  return NULL;
}

int main(void) {
  page = (size_t)sysconf(_SC_PAGESIZE);
  const int read_write = PROT_READ | PROT_WRITE, anonymous = MAP_PRIVATE | MAP_ANONYMOUS;
  char* memory = mmap(NULL, 4 * page, read_write, anonymous, -1, 0);
  CHECK(memory != MAP_FAILED);
  join_thread(start_thread(fill, memory));
  CHECK(memory[0] == 'm' && memory[page] == 0);

  CHECK(mprotect(memory, page, PROT_READ) == 0 && memory[page - 1] == 'm');
  CHECK(mprotect(memory, page, read_write) == 0);
  char* moved = mremap(memory, 4 * page, 64 * page, MREMAP_MAYMOVE);
  CHECK(moved != MAP_FAILED && moved[1] == 'm' && moved[63 * page] == 0);
  join_thread(start_thread(fill, moved + 63 * page));
  CHECK(moved[63 * page] == 'm');
  CHECK(madvise(moved, page, MADV_DONTNEED) == 0 && moved[0] == 0);

  CHECK(munmap(moved + page, 62 * page) == 0);  // the middle only
  char* again = mmap(moved + page, page, read_write, anonymous | MAP_FIXED, -1, 0);
  CHECK(again == moved + page && again[0] == 0);
  CHECK(moved[63 * page] == 'm');
  CHECK(munmap(moved, 64 * page) == 0);
  return 0;
}
