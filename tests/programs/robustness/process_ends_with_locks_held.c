// The program ends while the main thread holds a lock for which another thread waits, and a third
// one sleeps in a condition.
//
// expect-exit: 7
// expect-output: leaving
// expect-events: fork=2 join=0 wait_begin>=1 semaphore_wait=2
// deterministic: yes
#include <semaphore.h>

#include "../check.h"

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static sem_t ready;

static void* wait_for_lock(void* unused) {
  sem_post(&ready);
  pthread_mutex_lock(&held);
  return unused;
}

static void* wait_for_condition(void* unused) {
  pthread_mutex_lock(&other);
  sem_post(&ready);
  for (;;) pthread_cond_wait(&never, &other);
  return unused;
}

int main(void) {
  CHECK(sem_init(&ready, 0, 0) == 0);
  pthread_mutex_lock(&held);
  start_thread(wait_for_lock, NULL);
  start_thread(wait_for_condition, NULL);
  sem_wait(&ready);
  sem_wait(&ready);
  pthread_mutex_lock(&other);  // so the other one does wait
  puts("leaving");
  return 7;
}
