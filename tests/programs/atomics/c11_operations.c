// C11 atomics: every generic function once, with the values it must return.
//
// expect-exit: 0
// expect-events: atomic_read>=3 atomic_write>=1 atomic_update>=8
// deterministic: yes
#include <stdatomic.h>
#include <stdbool.h>

#include "../check.h"

int main(void) {
  static atomic_int x = 5;
  CHECK(atomic_load(&x) == 5);
  atomic_store(&x, 6);
  CHECK(atomic_exchange(&x, 7) == 6);
  CHECK(atomic_fetch_add(&x, 3) == 7);
  CHECK(atomic_fetch_sub(&x, 2) == 10);
  CHECK(atomic_fetch_or(&x, 7) == 8);
  CHECK(atomic_fetch_and(&x, 12) == 15);
  CHECK(atomic_fetch_xor(&x, 10) == 12);
  CHECK(atomic_load_explicit(&x, memory_order_relaxed) == 6);

  int expected = 5;
  CHECK(!atomic_compare_exchange_strong(&x, &expected, 1) && expected == 6);
  CHECK(atomic_compare_exchange_strong(&x, &expected, 1));
  expected = 1;
  while (!atomic_compare_exchange_weak(&x, &expected, 2)) CHECK(expected == 1);
  CHECK(x == 2);  // an ordinary expression is an atomic access, too
  x += 40;
  CHECK(++x == 43 && x-- == 43);
  CHECK(atomic_is_lock_free(&x));

  atomic_bool flag = false;
  CHECK(!atomic_exchange(&flag, true) && flag);
  return 0;
}
