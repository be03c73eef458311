// flock on two descriptors of one file: a thread blocks in the kernel until the other lets go.
//
// expect-exit: 0
// expect-output: first let go, then second
// expect-events: fork=1 join=1 semaphore_post=1 semaphore_wait=1
// deterministic: no
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/file.h>
#include <unistd.h>

#include "../check.h"

static char path[] = "/tmp/foreweave_test_XXXXXX";
static sem_t tried;
static atomic_int steps;

static void* second(void* unused) {
  const int file = open(path, O_RDWR);
  CHECK(file >= 0);
  CHECK(flock(file, LOCK_EX | LOCK_NB) == -1 && errno == EWOULDBLOCK);
  sem_post(&tried);
  CHECK(flock(file, LOCK_EX) == 0);
  CHECK(atomic_fetch_add(&steps, 1) == 1);
  close(file);  // lets go, too
  return unused;
}

int main(void) {
  const int file = mkstemp(path);
  CHECK(file >= 0 && flock(file, LOCK_EX) == 0);
  CHECK(sem_init(&tried, 0, 0) == 0);
  const pthread_t other = start_thread(second, NULL);
  sem_wait(&tried);
  usleep(5000);
  CHECK(atomic_fetch_add(&steps, 1) == 0);
  CHECK(flock(file, LOCK_UN) == 0);
  join_thread(other);
  CHECK(unlink(path) == 0);
  puts("first let go, then second");
  return 0;
}
