// Which thread is to be started is said when its time has come.
// row: thread
// guilty: race: it is said too early
#include "threads.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void* nothing(void* unused) { return unused; }
static void* finish(void* unused) {
  data = 7;
  return unused;
}
static void* (*to_start)(void*) = nothing;

static void say_it(void) {
  pthread_mutex_lock(&m);
  to_start = finish;
  pthread_mutex_unlock(&m);
}

static void* prepare(void* unused) {
#ifdef GUILTY
  say_it();
#endif
  data = 5;
#ifndef GUILTY
  say_it();
#endif
  return unused;
}

static void* start(void* unused) {
  pthread_mutex_lock(&m);
  void* (*const now)(void*) = to_start;
  pthread_mutex_unlock(&m);
  pthread_t thread;
  pthread_create(&thread, NULL, now, NULL);
  pthread_join(thread, NULL);
  return unused;
}

int main(void) {
  run_both(prepare, start);
  return data == 0;
}
