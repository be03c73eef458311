// A thread blocks in a pipe inside a library we cannot see, and only another thread of the program
// can release it.
//
// expect-exit: 0
// expect-output: 1 2 3
// expect-events: fork=1 join=1 unseen_end>=3
// deterministic: no
// also: pipe_reader.plain.c
#include <unistd.h>

#include "../check.h"

int read_number(int descriptor);

static int ends[2];

static void* write_later(void* unused) {
  for (int i = 1; i <= 3; ++i) {
    usleep(5000);
    CHECK(write(ends[1], &i, sizeof i) == sizeof i);
  }
  return unused;
}

int main(void) {
  CHECK(pipe(ends) == 0);
  const pthread_t writer = start_thread(write_later, NULL);
  const int a = read_number(ends[0]), b = read_number(ends[0]), c = read_number(ends[0]);
  printf("%d %d %d\n", a, b, c);
  join_thread(writer);
  return 0;
}
