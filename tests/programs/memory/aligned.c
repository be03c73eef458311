// aligned_alloc, posix_memalign, memalign, valloc and pvalloc: alignment, and free takes them all.
//
// expect-exit: 0
// expect-events: allocate>=6 free>=6
// deterministic: yes
// flags: -Wno-deprecated-declarations
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "../check.h"

static void use(void* memory, size_t alignment, size_t size) {
  CHECK(memory != NULL && (uintptr_t)memory % alignment == 0);
  memset(memory, 0x5a, size);
  CHECK(((unsigned char*)memory)[size - 1] == 0x5a);
  free(memory);
}

int main(void) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  use(aligned_alloc(64, 128), 64, 128);
  use(memalign(256, 100), 256, 100);
  use(valloc(10), page, 10);
  use(pvalloc(10), page, page);
  void* memory = NULL;
  CHECK(posix_memalign(&memory, 4096, 24) == 0);
  use(memory, 4096, 24);
  CHECK(posix_memalign(&memory, 3, 24) == EINVAL);
  use(aligned_alloc(1 << 16, 1 << 20), 1 << 16, 1 << 20);
  return 0;
}
