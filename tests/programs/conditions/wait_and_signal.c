// pthread_cond_wait and pthread_cond_signal. The main thread holds the mutex while it creates the
// other, so that it is sure to wait.
//
// expect-exit: 0
// expect-output: 17
// expect-events: fork=1 join=1 wait_begin>=1 wait_end>=1 signal=1 acquire>=3 release>=3
// deterministic: yes
#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int value;

static void* produce(void* unused) {
  pthread_mutex_lock(&mutex);
  value = 17;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_mutex_lock(&mutex);
  const pthread_t producer = start_thread(produce, NULL);
  while (value == 0) pthread_cond_wait(&ready, &mutex);
  printf("%d\n", value);
  pthread_mutex_unlock(&mutex);
  join_thread(producer);
  return 0;
}
