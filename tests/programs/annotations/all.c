// What programs may tell us: orders, atomic regions, accesses to be ignored.
//
// expect-exit: 0
// expect-output: 3
// expect-events: fork=1 join=1 region_begin=1 region_end=1 atomic_update=4
// deterministic: yes
#include <foreweave.h>

#include "../check.h"

void __tsan_acquire(void* address);
void __tsan_release(void* address);

static int seen_order, ignored, total;

static void* work(void* unused) {
  FOREWEAVE_HAPPENS_AFTER(&seen_order);
#ifdef __FOREWEAVE__
  __tsan_acquire(&total);
#endif
  FOREWEAVE_ATOMIC_BEGIN();
  total += 1;
  FOREWEAVE_ATOMIC_END();
  return unused;
}

int main(void) {
  total = 2;
  FOREWEAVE_IGNORE_BEGIN();
  for (int i = 0; i < 1000; ++i) ++*(volatile int*)&ignored;
  FOREWEAVE_IGNORE_END();
  FOREWEAVE_HAPPENS_BEFORE(&seen_order);
#ifdef __FOREWEAVE__
  __tsan_release(&total);
#endif
  join_thread(start_thread(work, NULL));
  printf("%d\n", total);
  return 0;
}
