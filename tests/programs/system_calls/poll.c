// poll and ppoll: time out on silent pipes, then tell which of two pipes another thread has written
// to.
//
// expect-exit: 0
// expect-output: timeout, second, hang-up
// expect-events: fork=1 join=1
// deterministic: no
#define _GNU_SOURCE
#include <poll.h>
#include <time.h>
#include <unistd.h>

#include "../check.h"

static int first[2], second[2];

static void* write_later(void* unused) {
  usleep(2000);
  CHECK(write(second[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  CHECK(pipe(first) == 0 && pipe(second) == 0);
  struct pollfd fds[] = {{.fd = first[0], .events = POLLIN}, {.fd = second[0], .events = POLLIN}};
  CHECK(poll(fds, 2, 10) == 0);
  CHECK(ppoll(fds, 2, &(struct timespec){.tv_nsec = 1000000}, NULL) == 0);

  const pthread_t writer = start_thread(write_later, NULL);
  CHECK(poll(fds, 2, -1) == 1);
  CHECK(fds[0].revents == 0 && fds[1].revents == POLLIN);
  join_thread(writer);

  close(first[1]);
  CHECK(poll(fds, 1, -1) == 1 && fds[0].revents == POLLHUP);
  puts("timeout, second, hang-up");
  return 0;
}
