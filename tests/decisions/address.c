// The place to write to is published only when its last user is done with it.
// row: address
// guilty: race: it is published too early
#include "threads.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data[2], place;

static void publish(void) {
  pthread_mutex_lock(&m);
  place = 1;
  pthread_mutex_unlock(&m);
}

static void* user(void* unused) {
#ifdef GUILTY
  publish();
  data[1] = 5;
#else
  data[1] = 5;
  publish();
#endif
  return unused;
}

static void* next_user(void* unused) {
  pthread_mutex_lock(&m);
  const int i = place;
  pthread_mutex_unlock(&m);
  data[i] = 7;
  return unused;
}

int main(void) {
  run_both(user, next_user);
  return data[0] + data[1] == 0;
}
