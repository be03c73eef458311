// pthread_tryjoin_np, pthread_timedjoin_np and pthread_clockjoin_np: they give up while the thread
// runs, and join when it has ended.
//
// row: thread_result
// expect-exit: 0
// expect-events: fork=3 join=3 semaphore_post=3 atomic_read>=3
// deterministic: no
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <semaphore.h>
#include <time.h>

#include "../check.h"

static sem_t may_end;

static void* wait_for_permission(void* result) {
  CHECK(sem_wait(&may_end) == 0);
  return result;
}

static struct timespec in_milliseconds(clockid_t clock, long ms) {
  struct timespec t;
  clock_gettime(clock, &t);
  t.tv_sec += ms / 1000;
  t.tv_nsec += ms % 1000 * 1000000;
  if (t.tv_nsec >= 1000000000) ++t.tv_sec, t.tv_nsec -= 1000000000;
  return t;
}

int main(void) {
  CHECK(sem_init(&may_end, 0, 0) == 0);
  void* result = NULL;
  struct timespec soon, late;

  pthread_t thread = start_thread(wait_for_permission, &may_end);
  CHECK(pthread_tryjoin_np(thread, &result) == EBUSY);
  sem_post(&may_end);
  int error;
  while ((error = pthread_tryjoin_np(thread, &result)) == EBUSY) sched_yield();
  CHECK(error == 0 && result == &may_end);

  thread = start_thread(wait_for_permission, &soon);
  soon = in_milliseconds(CLOCK_REALTIME, 20);
  CHECK(pthread_timedjoin_np(thread, &result, &soon) == ETIMEDOUT);
  sem_post(&may_end);
  late = in_milliseconds(CLOCK_REALTIME, 10000);
  CHECK(pthread_timedjoin_np(thread, &result, &late) == 0 && result == &soon);

  thread = start_thread(wait_for_permission, &late);
  soon = in_milliseconds(CLOCK_MONOTONIC, 20);
  CHECK(pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
  sem_post(&may_end);
  late = in_milliseconds(CLOCK_MONOTONIC, 10000);
  CHECK(pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &late) == 0 && result == &late);
  return 0;
}
