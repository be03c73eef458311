// The __atomic builtins on ordinary variables of 1, 2, 4 and 8 bytes, in the forms by value (_n),
// by pointer and with the result after the operation.
//
// expect-exit: 0
// expect-events: atomic_read>=8 atomic_write>=8 atomic_update>=24
// deterministic: yes
#include <stdbool.h>
#include <stdint.h>

#include "../check.h"

#define TEST_ALL_OPERATIONS(type)                                                                \
  do {                                                                                           \
    static type x;                                                                               \
    type in = 3, out = 0;                                                                        \
    __atomic_store_n(&x, 1, __ATOMIC_RELEASE);                                                   \
    CHECK(__atomic_load_n(&x, __ATOMIC_ACQUIRE) == 1);                                           \
    __atomic_store(&x, &in, __ATOMIC_SEQ_CST);                                                   \
    __atomic_load(&x, &out, __ATOMIC_RELAXED);                                                   \
    CHECK(out == 3);                                                                             \
    CHECK(__atomic_exchange_n(&x, 5, __ATOMIC_ACQ_REL) == 3);                                    \
    __atomic_exchange(&x, &in, &out, __ATOMIC_SEQ_CST);                                          \
    CHECK(out == 5);                                                                             \
    CHECK(__atomic_fetch_add(&x, 4, __ATOMIC_RELAXED) == 3);                                     \
    CHECK(__atomic_add_fetch(&x, 4, __ATOMIC_RELAXED) == 11);                                    \
    CHECK(__atomic_sub_fetch(&x, 1, __ATOMIC_RELAXED) == 10);                                    \
    CHECK(__atomic_or_fetch(&x, 5, __ATOMIC_RELAXED) == 15);                                     \
    CHECK(__atomic_and_fetch(&x, 6, __ATOMIC_RELAXED) == 6);                                     \
    CHECK(__atomic_xor_fetch(&x, 3, __ATOMIC_RELAXED) == 5);                                     \
    CHECK(__atomic_nand_fetch(&x, 4, __ATOMIC_RELAXED) == (type)~4);                             \
    out = 0;                                                                                     \
    CHECK(!__atomic_compare_exchange_n(&x, &out, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)); \
    CHECK(__atomic_compare_exchange(&x, &out, &in, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));  \
    CHECK(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 3);                                           \
  } while (0)

int main(void) {
  TEST_ALL_OPERATIONS(uint8_t);
  TEST_ALL_OPERATIONS(uint16_t);
  TEST_ALL_OPERATIONS(uint32_t);
  TEST_ALL_OPERATIONS(uint64_t);

  static bool flag;
  CHECK(!__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE));
  CHECK(__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE));
  __atomic_clear(&flag, __ATOMIC_RELEASE);
  CHECK(!flag);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_signal_fence(__ATOMIC_ACQUIRE);
  return 0;
}
