// A pipe between two threads: the reader blocks until the writer has written, and sees the end when
// the writer closes it. The bytes get into memory inside the kernel.
//
// expect-exit: 0
// expect-output: 10 messages, sum 45
// expect-events: fork=1 join=1
// deterministic: no
#include <unistd.h>

#include "../check.h"

static int ends[2];

static void* write_numbers(void* unused) {
  for (int i = 0; i < 10; ++i) {
    usleep(500);
    CHECK(write(ends[1], &i, sizeof i) == sizeof i);
  }
  CHECK(close(ends[1]) == 0);
  return unused;
}

int main(void) {
  CHECK(pipe(ends) == 0);
  const pthread_t writer = start_thread(write_numbers, NULL);
  int number, messages = 0, sum = 0;
  while (read(ends[0], &number, sizeof number) == sizeof number) {
    ++messages;
    sum += number;
  }
  join_thread(writer);
  printf("%d messages, sum %d\n", messages, sum);
  return 0;
}
