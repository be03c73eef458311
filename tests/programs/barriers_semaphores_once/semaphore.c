// An unnamed semaphore counts permits: never more than two threads are inside. What sem_getvalue
// tells is recorded as if it was set there.
//
// expect-exit: 0
// expect-output: 5 came, at most 2 inside
// expect-events: fork=5 join=5 semaphore_init=2 semaphore_wait=5 semaphore_post=5
// deterministic: yes
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "../check.h"

enum { THREADS = 5, PERMITS = 2 };

static sem_t permits;
static atomic_int inside, came;

static void* enter(void* unused) {
  CHECK(sem_wait(&permits) == 0);
  CHECK(atomic_fetch_add(&inside, 1) < PERMITS);
  atomic_fetch_add(&came, 1);
  sched_yield();
  atomic_fetch_sub(&inside, 1);
  CHECK(sem_post(&permits) == 0);
  return unused;
}

int main(void) {
  CHECK(sem_init(&permits, 0, PERMITS) == 0);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) threads[i] = start_thread(enter, NULL);
  for (int i = 0; i < THREADS; ++i) join_thread(threads[i]);
  int value;
  CHECK(sem_getvalue(&permits, &value) == 0 && value == PERMITS);
  CHECK(sem_destroy(&permits) == 0);
  printf("%d came, at most %d inside\n", atomic_load(&came), PERMITS);
  return 0;
}
