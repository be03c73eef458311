// Destructors of thread-specific data: they run when a thread ends, by return, pthread_exit or
// cancellation, and again if they set a value again.
//
// expect-exit: 0
// expect-output: 3 threads, 4 destructor calls
// expect-events: fork=3 join=3 semaphore_post=1
// deterministic: yes
#include <semaphore.h>
#include <stdatomic.h>

#include "../check.h"

static pthread_key_t key;
static atomic_int calls;
static sem_t ready;
static int once_more, plain;

static void destroy(void* value) {
  atomic_fetch_add(&calls, 1);
  CHECK(pthread_getspecific(key) == NULL);
  if (value == &once_more) CHECK(pthread_setspecific(key, &plain) == 0);
}

static void* return_from(void* unused) {
  CHECK(pthread_setspecific(key, &once_more) == 0);
  return unused;
}

static void* exit_from(void* unused) {
  CHECK(pthread_setspecific(key, &plain) == 0);
  pthread_exit(unused);
}

static void* be_cancelled(void* unused) {
  sem_t never;
  CHECK(sem_init(&never, 0, 0) == 0);
  CHECK(pthread_setspecific(key, &plain) == 0);
  sem_post(&ready);
  for (;;) sem_wait(&never);
  return unused;
}

int main(void) {
  CHECK(pthread_key_create(&key, destroy) == 0 && sem_init(&ready, 0, 0) == 0);
  join_thread(start_thread(return_from, NULL));
  join_thread(start_thread(exit_from, NULL));
  const pthread_t cancelled = start_thread(be_cancelled, NULL);
  sem_wait(&ready);
  CHECK(pthread_cancel(cancelled) == 0);
  CHECK(join_thread(cancelled) == PTHREAD_CANCELED);
  printf("3 threads, %d destructor calls\n", atomic_load(&calls));
  return 0;
}
