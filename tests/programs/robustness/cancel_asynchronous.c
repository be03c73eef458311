// Asynchronous cancellation of a thread that computes without any cancellation point.
//
// expect-exit: 0
// expect-output: cancelled
// expect-events: fork=1 join=1
// deterministic: no
#include <sched.h>
#include <stdatomic.h>

#include "../check.h"

static atomic_int running;
static int cleaned_up;

static void clean_up(void* unused) {
  (void)unused;
  cleaned_up = 1;
}

static void* compute(void* unused) {
  volatile unsigned long work = 0;
  pthread_cleanup_push(clean_up, NULL);
  CHECK(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL) == 0);
  atomic_store(&running, 1);
  for (;;) ++work;
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  const pthread_t thread = start_thread(compute, NULL);
  while (!atomic_load(&running)) sched_yield();
  CHECK(pthread_cancel(thread) == 0);
  CHECK(join_thread(thread) == PTHREAD_CANCELED && cleaned_up);
  puts("cancelled");
  return 0;
}
