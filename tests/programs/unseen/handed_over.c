// What one thread wrote another one reads, behind a channel and a flag of code that is not
// instrumented. With -DGUILTY the first goes on writing.
//
// expect-exit: 0
// expect-output: 42 5
// expect-events: fork=1 join=1 unseen_end>=4
// deterministic: yes
// also: handing_over.plain.c
#include <sched.h>

#include "../check.h"
#include "handing_over.plain.h"

static int box, other, late;

static void* receive(void* unused) {
  int* thing;
  while ((thing = try_receive()) == NULL) sched_yield();
  const int first = *thing;
  while (!is_published()) sched_yield();
  printf("%d %d\n", first, other);
  ++late;
  return unused;
}

int main(void) {
  const pthread_t receiver = start_thread(receive, NULL);
  box = 42;
  while (!try_send(&box)) sched_yield();
  other = 5;
  publish();
#ifdef GUILTY
  ++late;
#endif
  join_thread(receiver);
  return 0;
}
