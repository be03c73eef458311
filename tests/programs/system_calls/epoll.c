// epoll: a loop in one thread serves pipes that three others write to, until all have closed
// theirs.
//
// expect-exit: 0
// expect-output: 30 bytes from 3 pipes
// expect-events: fork=3 join=3
// deterministic: no
#include <sys/epoll.h>
#include <unistd.h>

#include "../check.h"

enum { PIPES = 3 };

static int pipes[PIPES][2];

static void* write_ten(void* end) {
  for (int i = 0; i < 10; ++i) {
    CHECK(write(*(int*)end, "x", 1) == 1);
    if (i % 4 == 0) usleep(500);
  }
  close(*(int*)end);
  return NULL;
}

int main(void) {
  const int epoll = epoll_create1(0);
  pthread_t threads[PIPES];
  CHECK(epoll >= 0);
  struct epoll_event event = {.events = EPOLLIN};
  CHECK(epoll_wait(epoll, &event, 1, 1) == 0);
  for (int i = 0; i < PIPES; ++i) {
    CHECK(pipe(pipes[i]) == 0);
    event.data.fd = pipes[i][0];
    CHECK(epoll_ctl(epoll, EPOLL_CTL_ADD, pipes[i][0], &event) == 0);
    threads[i] = start_thread(write_ten, &pipes[i][1]);
  }
  ssize_t bytes = 0;
  for (int open = PIPES; open > 0;) {
    struct epoll_event ready[PIPES];
    const int count = epoll_wait(epoll, ready, PIPES, -1);
    CHECK(count > 0);
    for (int i = 0; i < count; ++i) {
      char buffer[4];
      const ssize_t got = read(ready[i].data.fd, buffer, sizeof buffer);
      bytes += got;
      if (got == 0) {
        CHECK(epoll_ctl(epoll, EPOLL_CTL_DEL, ready[i].data.fd, NULL) == 0);
        --open;
      }
    }
  }
  for (int i = 0; i < PIPES; ++i) join_thread(threads[i]);
  printf("%zd bytes from %d pipes\n", bytes, PIPES);
  return 0;
}
