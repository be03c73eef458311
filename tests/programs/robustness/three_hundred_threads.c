// 300 threads alive at the same time: they meet at a barrier, then count under a lock.
//
// expect-exit: 0
// expect-output: 300
// expect-events: fork=300 join=300 barrier_arrive=300 barrier_leave=300 acquire=300 release=300
// deterministic: yes
#include "../check.h"

enum { THREADS = 300 };

static pthread_barrier_t all_here;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* count(void* unused) {
  pthread_barrier_wait(&all_here);
  pthread_mutex_lock(&mutex);
  ++counter;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  CHECK(pthread_barrier_init(&all_here, NULL, THREADS) == 0);
  for (int i = 0; i < THREADS; ++i) threads[i] = start_thread(count, NULL);
  for (int i = 0; i < THREADS; ++i) join_thread(threads[i]);
  printf("%d\n", counter);
  return 0;
}
