// Fifty detached threads; the last of them wakes the main thread, which leaves while some may still
// be ending.
//
// expect-exit: 0
// expect-output: 50
// expect-events: fork=50 join=0 acquire>=51 release>=51 signal=1
// deterministic: yes
#include "../check.h"

enum { THREADS = 50 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_done = PTHREAD_COND_INITIALIZER;
static int done;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  if (++done == THREADS) pthread_cond_signal(&all_done);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  for (int i = 0; i < THREADS; ++i) CHECK(pthread_detach(start_thread(work, NULL)) == 0);
  pthread_mutex_lock(&mutex);
  while (done < THREADS) pthread_cond_wait(&all_done, &mutex);
  printf("%d\n", done);
  pthread_mutex_unlock(&mutex);
  return 0;
}
