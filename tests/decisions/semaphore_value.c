// Two locks are taken in the other order only when a semaphore tells that the first user is done.
// row: semaphore_value
// guilty: deadlock: it is raised too early
#include <semaphore.h>

#include "threads.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static sem_t done;

static void* forth(void* unused) {
#ifdef GUILTY
  sem_post(&done);
#endif
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
#ifndef GUILTY
  sem_post(&done);
#endif
  return unused;
}

static void* back(void* unused) {
  int count;
  sem_getvalue(&done, &count);
  if (count == 0) return unused;
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  sem_init(&done, 0, 0);
  run_both(forth, back);
  return 0;
}
