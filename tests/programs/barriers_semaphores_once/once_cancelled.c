// A once routine that is cancelled in the middle: the control is as if it had never been started,
// and the next one runs it.
//
// expect-exit: 0
// expect-output: started 2 times, finished 1 time
// expect-events: fork=2 join=2 once_begin>=2 once_end>=1 once_pass>=1
// deterministic: yes
#include <semaphore.h>

#include "../check.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t started_running;
static int started, finished;

static void run(void) {
  sem_t never;
  CHECK(sem_init(&never, 0, 0) == 0);
  if (++started == 1) {
    sem_post(&started_running);
    sem_wait(&never);  // cancelled here
  }
  ++finished;
}

static void* use(void* unused) {
  CHECK(pthread_once(&once, run) == 0);
  return unused;
}

int main(void) {
  CHECK(sem_init(&started_running, 0, 0) == 0);
  const pthread_t unlucky = start_thread(use, NULL);
  sem_wait(&started_running);
  CHECK(pthread_cancel(unlucky) == 0);
  CHECK(join_thread(unlucky) == PTHREAD_CANCELED);
  join_thread(start_thread(use, NULL));
  use(NULL);
  printf("started %d times, finished %d time\n", started, finished);
  return 0;
}
