// An access without any lock before one with a lock (the pattern of google/sanitizers #491): the
// first thread goes through the lock after its access, the second before its own.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static int entries;

static void* add_first(void* unused) {
  (void)unused;
  total += 10;  // BUG(race): not under the lock
  pthread_mutex_lock(&lock);
  ++entries;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* add_second(void* unused) {
  (void)unused;
  usleep(20000);
  pthread_mutex_lock(&lock);
  ++entries;
  total += 1;  // BUG(race)
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, add_first, NULL);
  pthread_create(&threads[1], NULL, add_second, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  printf("%d entries, total %d\n", entries, total);
  return 0;
}
