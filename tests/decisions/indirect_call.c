// What is to be done is named when its time has come.
// row: indirect_call
// guilty: race: it is named too early
#include "threads.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void nothing(void) {}
static void finish(void) { data = 7; }
static void (*to_do)(void) = nothing;

static void name_it(void) {
  pthread_mutex_lock(&m);
  to_do = finish;
  pthread_mutex_unlock(&m);
}

static void* prepare(void* unused) {
#ifdef GUILTY
  name_it();
#endif
  data = 5;
#ifndef GUILTY
  name_it();
#endif
  return unused;
}

static void* work(void* unused) {
  pthread_mutex_lock(&m);
  void (*const now)(void) = to_do;
  pthread_mutex_unlock(&m);
  now();
  return unused;
}

int main(void) {
  run_both(prepare, work);
  return data == 0;
}
