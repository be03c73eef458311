// A mutex, a condition and a barrier that other processes might share, used within one: waiting is
// done in the kernel, and is seen all the same.
//
// expect-exit: 0
// expect-output: 2
// expect-events: fork=1 join=1 wait_begin>=1 wait_end>=1 signal=1
// deterministic: no
#include <unistd.h>

#include "../check.h"

static pthread_mutex_t mutex;
static pthread_cond_t condition;
static pthread_barrier_t barrier;
static int ready, sum, data;

static void* announce(void* unused) {
  usleep(10000);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  data = 1;
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_mutexattr_t of_mutex;
  pthread_condattr_t of_condition;
  pthread_barrierattr_t of_barrier;
  CHECK(pthread_mutexattr_init(&of_mutex) == 0 && pthread_condattr_init(&of_condition) == 0);
  CHECK(pthread_barrierattr_init(&of_barrier) == 0);
  CHECK(pthread_mutexattr_setpshared(&of_mutex, PTHREAD_PROCESS_SHARED) == 0);
  CHECK(pthread_condattr_setpshared(&of_condition, PTHREAD_PROCESS_SHARED) == 0);
  CHECK(pthread_barrierattr_setpshared(&of_barrier, PTHREAD_PROCESS_SHARED) == 0);
  CHECK(pthread_mutex_init(&mutex, &of_mutex) == 0);
  CHECK(pthread_cond_init(&condition, &of_condition) == 0);
  CHECK(pthread_barrier_init(&barrier, &of_barrier, 2) == 0);

  const pthread_t other = start_thread(announce, NULL);
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&condition, &mutex);
  sum = ready;
  pthread_mutex_unlock(&mutex);
  pthread_barrier_wait(&barrier);
  sum += data;
  join_thread(other);
  printf("%d\n", sum);
  return 0;
}
