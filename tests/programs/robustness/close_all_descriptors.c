// A program that closes every descriptor it does not know, as daemons do, and then opens files of
// its own, which get the lowest numbers.
//
// expect-exit: 0
// expect-output: still here, descriptor 3
// expect-events: fork=2 join=2
// deterministic: yes
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

#include "../check.h"

static int counter;

static void* count(void* unused) {
  ++counter;
  return unused;
}

int main(void) {
  join_thread(start_thread(count, NULL));
  for (int descriptor = 3; descriptor < 1024; ++descriptor) close(descriptor);
  close_range(3, ~0u, 0);
  const int opened = open("/dev/null", O_WRONLY);
  CHECK(opened >= 0 && write(opened, "x", 1) == 1);
  join_thread(start_thread(count, NULL));
  CHECK(counter == 2);
  printf("still here, descriptor %d\n", opened);
  return 0;
}
