// A spin on pthread_mutex_trylock, while the owner sleeps: the failed tries say the same thing over
// and over.
//
// expect-exit: 0
// expect-output: got it in the end
// expect-events: fork=1 join=1 acquire=2 release=2 failed_try>=1
// deterministic: no
#include <errno.h>
#include <semaphore.h>
#include <unistd.h>

#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t failed_once;

static void* spin(void* unused) {
  CHECK(pthread_mutex_trylock(&mutex) == EBUSY);
  sem_post(&failed_once);
  while (pthread_mutex_trylock(&mutex) == EBUSY) continue;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  CHECK(sem_init(&failed_once, 0, 0) == 0);
  pthread_mutex_lock(&mutex);
  const pthread_t spinner = start_thread(spin, NULL);
  sem_wait(&failed_once);
  usleep(50000);
  pthread_mutex_unlock(&mutex);
  join_thread(spinner);
  puts("got it in the end");
  return 0;
}
