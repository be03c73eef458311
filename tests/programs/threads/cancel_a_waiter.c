// pthread_cancel of a thread that waits for a condition: it gets the mutex back before its clean-up
// handler runs, and the join says PTHREAD_CANCELED.
//
// expect-exit: 0
// expect-output: cancelled, mutex free
// expect-events: fork=1 join=1 wait_begin>=2 acquire>=4 release>=4
// deterministic: yes
#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int waiting;
static int cleaned_up;

static void give_back(void* unused) {
  (void)unused;
  cleaned_up = 1;
  CHECK(pthread_mutex_unlock(&mutex) == 0);
}

static void* wait_for_ever(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(give_back, NULL);
  waiting = 1;
  pthread_cond_signal(&ready);
  for (;;) pthread_cond_wait(&never, &mutex);
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_mutex_lock(&mutex);
  const pthread_t thread = start_thread(wait_for_ever, NULL);
  while (!waiting) pthread_cond_wait(&ready, &mutex);
  pthread_mutex_unlock(&mutex);

  CHECK(pthread_cancel(thread) == 0);
  CHECK(join_thread(thread) == PTHREAD_CANCELED);
  CHECK(cleaned_up);
  CHECK(pthread_mutex_trylock(&mutex) == 0);
  pthread_mutex_unlock(&mutex);
  puts("cancelled, mutex free");
  return 0;
}
