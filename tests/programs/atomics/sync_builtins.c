// The old __sync builtins, among them a lock made of test-and-set and release.
//
// expect-exit: 0
// expect-output: 200
// expect-events: fork=2 join=2 atomic_update>=209 fence>=1
// deterministic: yes
// flags: -Wno-sync-fetch-and-nand-semantics-changed
#include <sched.h>

#include "../check.h"

static int lock;
static int counter;

static void* count(void* unused) {
  for (int i = 0; i < 100; ++i) {
    while (__sync_lock_test_and_set(&lock, 1)) sched_yield();
    ++counter;
    __sync_lock_release(&lock);
  }
  return unused;
}

int main(void) {
  static int x = 10;
  CHECK(__sync_fetch_and_add(&x, 5) == 10 && __sync_add_and_fetch(&x, 5) == 20);
  CHECK(__sync_fetch_and_sub(&x, 1) == 20 && __sync_sub_and_fetch(&x, 1) == 18);
  CHECK(__sync_fetch_and_or(&x, 1) == 18 && __sync_and_and_fetch(&x, 17) == 17);
  CHECK(__sync_fetch_and_xor(&x, 3) == 17 && __sync_fetch_and_nand(&x, 2) == 18);
  CHECK(x == ~(18 & 2));
  CHECK(__sync_bool_compare_and_swap(&x, ~2, 1));
  CHECK(__sync_val_compare_and_swap(&x, 5, 6) == 1 && x == 1);
  __sync_synchronize();

  const pthread_t a = start_thread(count, NULL), b = start_thread(count, NULL);
  join_thread(a);
  join_thread(b);
  printf("%d\n", counter);
  return 0;
}
