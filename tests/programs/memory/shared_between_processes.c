// Memory shared with a child process: what the child writes there changes under the parent's feet,
// and a mutex in it is shared, too.
//
// expect-exit: 0
// expect-output: 200
// expect-events: acquire>=100 release>=100
// deterministic: no
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

struct shared {
  pthread_mutex_t mutex;
  int counter;
};

static void count(struct shared* shared) {
  for (int i = 0; i < 100; ++i) {
    CHECK(pthread_mutex_lock(&shared->mutex) == 0);
    ++shared->counter;
    CHECK(pthread_mutex_unlock(&shared->mutex) == 0);
  }
}

int main(void) {
  struct shared* shared =
      mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(shared != MAP_FAILED);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  CHECK(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
  CHECK(pthread_mutex_init(&shared->mutex, &attributes) == 0);

  const pid_t child = fork();
  CHECK(child >= 0);
  count(shared);
  if (child == 0) _exit(0);
  int status;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  printf("%d\n", shared->counter);
  return 0;
}
