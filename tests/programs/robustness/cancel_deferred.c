// Deferred cancellation: only at cancellation points and only while it is enabled; clean-up
// handlers free memory and release the lock.
//
// expect-exit: 0
// expect-output: cleaned up: memory lock
// expect-events: fork=1 join=1 acquire=2 release=2 free>=1
// deterministic: yes
#include <semaphore.h>
#include <string.h>

#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t started, cancelled;
static char trail[32];
static int reached_the_point;

static void free_memory(void* memory) {
  free(memory);
  strcat(trail, " memory");
}

static void unlock(void* unused) {
  (void)unused;
  strcat(trail, " lock");
  pthread_mutex_unlock(&mutex);
}

static void* body(void* unused) {
  int before;
  CHECK(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before) == 0);
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, NULL);
  pthread_cleanup_push(free_memory, malloc(100));
  sem_post(&started);
  sem_wait(&cancelled);  // a cancellation point, but disabled
  CHECK(pthread_setcancelstate(before, NULL) == 0);
  reached_the_point = 1;
  pthread_testcancel();
  CHECK(!"survived the cancellation point");
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  CHECK(sem_init(&started, 0, 0) == 0 && sem_init(&cancelled, 0, 0) == 0);
  const pthread_t thread = start_thread(body, NULL);
  sem_wait(&started);
  CHECK(pthread_cancel(thread) == 0);
  sem_post(&cancelled);
  CHECK(join_thread(thread) == PTHREAD_CANCELED && reached_the_point);
  pthread_mutex_lock(&mutex);
  printf("cleaned up:%s\n", trail);
  pthread_mutex_unlock(&mutex);
  return 0;
}
