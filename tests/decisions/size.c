// So much of a buffer is free to be cleared as its first user has left.
// row: size
// guilty: race: the user leaves before it is done
#include <string.h>

#include "threads.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char buffer[4096];
static size_t left = 1024;

static void leave(void) {
  pthread_mutex_lock(&m);
  left = 4096;
  pthread_mutex_unlock(&m);
}

static void* user(void* unused) {
#ifdef GUILTY
  leave();
#endif
  buffer[2000] = 5;
#ifndef GUILTY
  leave();
#endif
  return unused;
}

static void* clear(void* unused) {
  pthread_mutex_lock(&m);
  const size_t size = left;
  pthread_mutex_unlock(&m);
  memset(buffer, 0, size);
  return unused;
}

int main(void) {
  run_both(user, clear);
  return buffer[0];
}
