// A race across two critical sections (the pattern of google/sanitizers #1854): the setter writes
// under the lock, the resetter only passes through the lock and writes behind it. When the setter
// comes first, its release precedes the resetter's acquire, and the writes look ordered.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level = 1;
static int passed;

static void* set(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  level = 5;  // BUG(race)
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* reset(void* unused) {
  (void)unused;
  usleep(20000);
  pthread_mutex_lock(&lock);
  passed = 1;
  pthread_mutex_unlock(&lock);
  level = 0;  // BUG(race)
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, set, NULL);
  pthread_create(&threads[1], NULL, reset, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  printf("passed %d, level %d\n", passed, level);
  return 0;
}
