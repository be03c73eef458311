// An eventfd as a semaphore: reads block until another thread has added something.
//
// expect-exit: 0
// expect-output: 5 taken
// expect-events: fork=1 join=1
// deterministic: no
#include <errno.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "../check.h"

static int event;

static void* add(void* unused) {
  CHECK(eventfd_write(event, 2) == 0);
  usleep(2000);
  const uint64_t three = 3;
  CHECK(write(event, &three, sizeof three) == sizeof three);
  return unused;
}

int main(void) {
  event = eventfd(0, EFD_SEMAPHORE);
  CHECK(event >= 0);
  const pthread_t adder = start_thread(add, NULL);
  uint64_t taken = 0;
  for (int i = 0; i < 5; ++i) {
    uint64_t one = 0;
    CHECK(read(event, &one, sizeof one) == sizeof one && one == 1);
    taken += one;
  }
  join_thread(adder);
  printf("%d taken\n", (int)taken);
  return 0;
}
