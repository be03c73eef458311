// The data belongs to whoever finds it ready.
// row: branch
// guilty: race: it is called ready too early
#include "threads.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

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

static void* take(void* unused) {
  pthread_mutex_lock(&m);
  const int is_ready = ready;
  pthread_mutex_unlock(&m);
  if (is_ready) data = 7;
  return unused;
}

int main(void) {
  run_both(prepare, take);
  return data == 0;
}
