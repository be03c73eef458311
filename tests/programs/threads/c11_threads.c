// C11 threads: create, join, exit, detach, yield, sleep, and what the creator learns.
//
// expect-exit: 0
// expect-output: 42 -7 1
// expect-events: fork=3 join=2 semaphore_post=1
// deterministic: no
#include <semaphore.h>
#include <threads.h>
#include <time.h>

#include "../check.h"

static sem_t done;

static int returns(void* n) { return *(int*)n; }

static int exits(void* n) {
  thrd_yield();
  thrd_exit(-*(int*)n);
}

static int detached(void* n) {
  thrd_sleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  *(int*)n = 1;
  sem_post(&done);
  return 0;
}

int main(void) {
  int forty_two = 42, seven = 7, flag = 0, first = 0, second = 0;
  thrd_t threads[3];
  CHECK(sem_init(&done, 0, 0) == 0);
  CHECK(thrd_create(&threads[0], returns, &forty_two) == thrd_success);
  CHECK(thrd_create(&threads[1], exits, &seven) == thrd_success);
  CHECK(thrd_create(&threads[2], detached, &flag) == thrd_success);
  CHECK(thrd_detach(threads[2]) == thrd_success);
  CHECK(!thrd_equal(threads[0], thrd_current()));
  CHECK(thrd_join(threads[0], &first) == thrd_success);
  CHECK(thrd_join(threads[1], &second) == thrd_success);
  sem_wait(&done);
  printf("%d %d %d\n", first, second, flag);
  return 0;
}
