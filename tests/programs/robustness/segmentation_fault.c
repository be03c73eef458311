// A write through a null pointer in one thread while another one works: the program dies of
// SIGSEGV.
//
// expect-exit: signal SIGSEGV
// expect-output: before
// expect-events: fork=2 join=0 write>=1
// deterministic: no
// finds: failure
#include <stdatomic.h>

#include "../check.h"

static atomic_long work;

static void* keep_working(void* unused) {
  for (;;) atomic_fetch_add(&work, 1);
  return unused;
}

static void* write_nowhere(void* nowhere) {
  while (atomic_load(&work) == 0) continue;
  *(volatile int*)nowhere = 1;
  return NULL;
}

int main(void) {
  puts("before");
  fflush(stdout);
  start_thread(keep_working, NULL);
  join_thread(start_thread(write_nowhere, NULL));
  return 0;
}
