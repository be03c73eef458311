// Who is told by a pipe that the data is there takes it.
// row: told
// guilty: race: it is told too early
#include <poll.h>

#include "threads.h"

static int ends[2], data;

static void tell(void) { (void)!write(ends[1], "x", 1); }

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
  struct pollfd wanted = {ends[0], POLLIN, 0};
  poll(&wanted, 1, -1);
  data = 7;
  return unused;
}

int main(void) {
  if (pipe(ends) != 0) return 1;
  run_both(prepare, take);
  return data == 0;
}
