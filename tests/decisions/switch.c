// As branch.c, with one of many ways to go on.
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
  switch (is_ready) {
    case 1:
      data = 7;
      break;
    case 2:
      data = 8;
      break;
    case 3:
      data = 19;
      break;
    case 4:
      usleep(1);
  }
  return unused;
}

int main(void) {
  run_both(prepare, take);
  return data == 0;
}
