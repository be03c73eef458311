// A socket that a child process shares: what the parent connects is blocking all the time, as its
// owner made it, and so it is for the child, which looks from another CPU if there is one.
//
// expect-exit: 0
// expect-output: always blocking
// deterministic: no
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

enum { kTimes = 20000 };

// Of what the child has seen and of whether the parent is done.
struct shared {
  volatile int looks, done;
};

static int look(int s, struct shared* shared) {
  cpu_set_t all;
  memset(&all, 0xff, sizeof all);
  sched_setaffinity(0, sizeof all, &all);
  while (!shared->done) {
    if (fcntl(s, F_GETFL) & O_NONBLOCK) return 1;
    ++shared->looks;
  }
  return 0;
}

int main(void) {
  struct shared* shared =
      mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(shared != MAP_FAILED);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int s = socket(AF_INET, SOCK_DGRAM, 0);  // one that can be connected again and again
  CHECK(s >= 0);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) _Exit(look(s, shared));
  while (shared->looks == 0) usleep(100);
  for (int i = 0; i < kTimes; ++i)
    CHECK(connect(s, (const struct sockaddr*)&address, sizeof address) == 0);
  shared->done = 1;
  int status;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  puts("always blocking");
  return 0;
}
