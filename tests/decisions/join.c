// Who is to be waited for changes when the first is done.
// row: thread
// guilty: race: it changes too early
#include "threads.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t workers[2];
static int wanted;
int data;

static void change_wanted(void) {
  pthread_mutex_lock(&m);
  wanted = 1;
  pthread_mutex_unlock(&m);
}

static void* work(void* unused) {
#ifdef GUILTY
  change_wanted();
#endif
  data = 5;
#ifndef GUILTY
  change_wanted();
#endif
  return unused;
}

static void* nothing(void* unused) { return unused; }

int main(void) {
  pthread_create(&workers[0], NULL, work, NULL);
  pthread_create(&workers[1], NULL, nothing, NULL);
  usleep(20000);
  pthread_mutex_lock(&m);
  const int i = wanted;
  pthread_mutex_unlock(&m);
  pthread_join(workers[i], NULL);
  data = 7;
  return data == 0;
}
