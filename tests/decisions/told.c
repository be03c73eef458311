// Who finds a pipe closed knows that the data is there, and takes it.
// row: told
// guilty: race: it is told too early
#include "threads.h"

static int ends[2], data;

static void tell(void) { close(ends[1]); }

static void* prepare(void* unused) {
#ifdef GUILTY
  tell();
#endif
  data = 5;
#ifndef GUILTY
  tell();
#endif
  return unused;
}

static void* take(void* unused) {
  char nothing;
  (void)!read(ends[0], &nothing, 1);
  data = 7;
  return unused;
}

int main(void) {
  if (pipe(ends) != 0) return 1;
  run_both(prepare, take);
  return data == 0;
}
