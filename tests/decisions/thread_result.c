// A thread looks whether the data is ready, and leaves the answer to who joins it.
// row: thread_result
// guilty: race: it is called ready too early
#include "threads.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;
static long ready;

static void call_it_ready(void) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
}

static void* prepare(void* unused) {
#ifdef GUILTY
  call_it_ready();
#endif
  data = 5;
#ifndef GUILTY
  call_it_ready();
#endif
  return unused;
}

static void* look(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  const long is_ready = ready;
  pthread_mutex_unlock(&m);
  return (void*)is_ready;
}

int main(void) {
  pthread_t preparer, looker;
  pthread_create(&preparer, NULL, prepare, NULL);
  usleep(20000);
  pthread_create(&looker, NULL, look, NULL);
  void* answer;
  pthread_join(looker, &answer);
  if (answer) data = 7;
  pthread_join(preparer, NULL);
  return data == 0;
}
