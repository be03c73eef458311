// select and pselect: the sets come back changed, and a thread blocks until another one writes.
//
// expect-exit: 0
// expect-output: timeout, readable, writable
// expect-events: fork=1 join=1
// deterministic: no
#include <sys/select.h>
#include <sys/time.h>
#include <unistd.h>

#include "../check.h"

static int ends[2];

static void* write_later(void* unused) {
  usleep(2000);
  CHECK(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  CHECK(pipe(ends) == 0);
  const int limit = (ends[0] > ends[1] ? ends[0] : ends[1]) + 1;
  fd_set readable, writable;
  FD_ZERO(&readable);
  FD_SET(ends[0], &readable);
  struct timeval short_time = {.tv_usec = 5000};
  CHECK(select(limit, &readable, NULL, NULL, &short_time) == 0);
  CHECK(!FD_ISSET(ends[0], &readable));

  const pthread_t writer = start_thread(write_later, NULL);
  FD_SET(ends[0], &readable);
  CHECK(select(limit, &readable, NULL, NULL, NULL) == 1 && FD_ISSET(ends[0], &readable));
  join_thread(writer);

  FD_ZERO(&writable);
  FD_SET(ends[1], &writable);
  CHECK(pselect(limit, NULL, &writable, NULL, NULL, NULL) == 1 && FD_ISSET(ends[1], &writable));
  puts("timeout, readable, writable");
  return 0;
}
