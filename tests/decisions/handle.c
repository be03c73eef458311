// The handle of a new thread goes where the last user of the table left room.
// row: memory
// guilty: race: the room is left too early
#include "threads.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t table[2];
static int room;

static void leave_room(void) {
  pthread_mutex_lock(&m);
  room = 1;
  pthread_mutex_unlock(&m);
}

static void* clear(void* unused) {
#ifdef GUILTY
  leave_room();
#endif
  table[1] = 0;
#ifndef GUILTY
  leave_room();
#endif
  return unused;
}

static void* nothing(void* unused) { return unused; }

static void* start(void* unused) {
  pthread_mutex_lock(&m);
  const int i = room;
  pthread_mutex_unlock(&m);
  pthread_create(&table[i], NULL, nothing, NULL);
  return unused;
}

// Who gets the stack of a thread that has ended needs no memory to begin.
static void leave_stacks(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, nothing, NULL);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
}

int main(void) {
  leave_stacks();
  run_both(clear, start);
  usleep(20000);
  return 0;
}
