// read, pread, readv and preadv write into the caller's memory, several pieces at once, and not
// behind what they read.
//
// expect-exit: 0
// expect-output: foreweave
// deterministic: yes
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "../check.h"

int main(void) {
  const int file = memfd_create("text", 0);
  CHECK(file >= 0);
  struct iovec out[] = {{"fore", 4}, {"weave", 5}};
  CHECK(writev(file, out, 2) == 9);
  CHECK(pwrite(file, "W", 1, 4) == 1 && pwrite(file, "w", 1, 4) == 1);

  char buffer[16];
  memset(buffer, '.', sizeof buffer);
  CHECK(lseek(file, 0, SEEK_SET) == 0);
  CHECK(read(file, buffer, 4) == 4 && memcmp(buffer, "fore..", 6) == 0);
  CHECK(pread(file, buffer, 16, 6) == 3 && memcmp(buffer, "avee.", 5) == 0);
  CHECK(read(file, buffer, 0) == 0);

  char head[5] = "", tail[6] = "";
  struct iovec in[] = {{head, 4}, {tail, 5}};
  CHECK(preadv(file, in, 2, 0) == 9);
  CHECK(strcmp(head, "fore") == 0 && strcmp(tail, "weave") == 0);
  CHECK(lseek(file, 2, SEEK_SET) == 2 && readv(file, in, 2) == 7 && strcmp(head, "rewe") == 0);
  CHECK(read(file, buffer, sizeof buffer) == 0);  // the end
  CHECK(pread(file, buffer, 9, 0) == 9);
  printf("%.9s\n", buffer);
  return 0;
}
