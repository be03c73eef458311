// The lock that guards the data is another one when its first user is done.
// row: lock
// guilty: race: it is another one too early
#include "threads.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int data, guard;

static void change_guard(void) {
  pthread_mutex_lock(&m);
  guard = 1;
  pthread_mutex_unlock(&m);
}

static void* user(void* unused) {
#ifdef GUILTY
  change_guard();
#endif
  pthread_mutex_lock(&locks[0]);
  data = 5;
  pthread_mutex_unlock(&locks[0]);
#ifndef GUILTY
  change_guard();
#endif
  return unused;
}

static void* next_user(void* unused) {
  pthread_mutex_lock(&m);
  const int i = guard;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&locks[i]);
  data = 7;
  pthread_mutex_unlock(&locks[i]);
  return unused;
}

int main(void) {
  run_both(user, next_user);
  return data == 0;
}
