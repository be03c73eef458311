// Whether memory may be freed, and whether it may be used, is in memory that code writes which is not
// instrumented; the locks around it are ours.
//
// expect-exit: 0
// expect-output: 3
// expect-events: fork=1 join=1 free>=1 unseen_end>=4
// deterministic: yes
// also: handing_over.plain.c
#include <sched.h>

#include "../check.h"
#include "handing_over.plain.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int* shared;
static int ready, data;

static void drop(void) {
  pthread_mutex_lock(&mutex);
  const int is_last = drop_reference();
  pthread_mutex_unlock(&mutex);
  if (is_last) free(shared);
}

static void* use(void* unused) {
  shared[0] += 1;
  data = 3;
  pthread_mutex_lock(&mutex);
  set_flag(&ready);
  pthread_mutex_unlock(&mutex);
  drop();
  return unused;
}

static int is_ready(void) {
  pthread_mutex_lock(&mutex);
  const int now = ready;
  pthread_mutex_unlock(&mutex);
  return now;
}

int main(void) {
  shared = calloc(4, sizeof *shared);
  set_references(2);
  const pthread_t user = start_thread(use, NULL);
  while (!is_ready()) sched_yield();
  printf("%d\n", data);
  drop();
  join_thread(user);
  return 0;
}
