// A file mapped twice: what is written through one mapping appears at the other address, and in the
// file, although no instruction wrote there.
//
// expect-exit: 0
// expect-output: through the mapping
// expect-events: fork=1 join=1
// deterministic: yes
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../check.h"

enum { SIZE = 4096 };

static void* write_text(void* mapping) {
  strcpy(mapping, "through the mapping");
  return NULL;
}

int main(void) {
  const int file = memfd_create("mapped", 0);
  CHECK(file >= 0 && ftruncate(file, SIZE) == 0);
  char* one = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  const char* other = mmap(NULL, SIZE, PROT_READ, MAP_SHARED, file, 0);
  CHECK(one != MAP_FAILED && other != MAP_FAILED && one != other);
  CHECK(other[0] == '\0');
  join_thread(start_thread(write_text, one));
  char from_file[SIZE];
  CHECK(pread(file, from_file, SIZE, 0) == SIZE && strcmp(from_file, other) == 0);
  puts(other);
  return 0;
}
