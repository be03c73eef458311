// atomic_flag as a spin lock, with and without explicit orders.
//
// expect-exit: 0
// expect-output: 200
// expect-events: fork=2 join=2 atomic_update>=200 atomic_write=200
// deterministic: yes
#include <sched.h>
#include <stdatomic.h>

#include "../check.h"

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int counter;

static void* count(void* unused) {
  for (int i = 0; i < 50; ++i) {
    while (atomic_flag_test_and_set(&busy)) sched_yield();
    ++counter;
    atomic_flag_clear(&busy);

    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) sched_yield();
    ++counter;
    atomic_flag_clear_explicit(&busy, memory_order_release);
  }
  return unused;
}

int main(void) {
  const pthread_t a = start_thread(count, NULL), b = start_thread(count, NULL);
  join_thread(a);
  join_thread(b);
  printf("%d\n", counter);
  return 0;
}
