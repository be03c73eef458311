// pthread_cond_broadcast wakes everyone: four threads wait for a gate that opens once.
//
// expect-exit: 0
// expect-output: 4 passed
// expect-events: fork=4 join=4 wait_begin>=5 wait_end>=5 broadcast=1 signal=4
// deterministic: yes
#include "../check.h"

enum { THREADS = 4 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER, gate = PTHREAD_COND_INITIALIZER;
static int waiting, open, passed;

static void* pass(void* unused) {
  pthread_mutex_lock(&mutex);
  ++waiting;
  pthread_cond_signal(&arrived);
  while (!open) pthread_cond_wait(&gate, &mutex);
  ++passed;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < THREADS; ++i) threads[i] = start_thread(pass, NULL);
  while (waiting < THREADS) pthread_cond_wait(&arrived, &mutex);
  open = 1;
  pthread_cond_broadcast(&gate);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < THREADS; ++i) join_thread(threads[i]);
  printf("%d passed\n", passed);
  return 0;
}
