// What has come so far is copied, which may be nothing, while more comes: all of it under one lock.
// row: size
// guilty: race: the last piece is counted without the lock
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int length;
static char source[64], copy[64];

static void* copy_all(void* unused) {
  pthread_mutex_lock(&m);
  memcpy(copy, source, length);
  pthread_mutex_unlock(&m);
  return unused;
}

static void* add(void* unused) {
  pthread_mutex_lock(&m);
  source[length] = 'a';
  length += 2;
  pthread_mutex_unlock(&m);
#ifndef GUILTY
  pthread_mutex_lock(&m);
#endif
  source[length] = 'b';
  length += 2;
#ifndef GUILTY
  pthread_mutex_unlock(&m);
#endif
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, copy_all, NULL);
  pthread_create(&threads[1], NULL, add, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return length != 4 || copy[63] != 0;
}
