// An atomic object accessed in ordinary ways where no other thread can see it: initialised and
// reset by memset, copied out after the join, overlapped by a byte-wise view.
//
// expect-exit: 0
// expect-output: 0x0302 2 3
// expect-events: fork=2 join=2 atomic_update=2
// deterministic: yes
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "../check.h"

static union {
  _Atomic uint16_t whole;
  unsigned char bytes[2];
} u;

static void* add(void* amount) {
  atomic_fetch_add(&u.whole, *(uint16_t*)amount);
  return NULL;
}

int main(void) {
  memset(&u, 0xff, sizeof u);
  memset(&u, 0, sizeof u);
  uint16_t low = 2, high = 3 << 8, copy;
  const pthread_t a = start_thread(add, &low), b = start_thread(add, &high);
  join_thread(a);
  join_thread(b);
  memcpy(&copy, &u, sizeof copy);
  printf("0x%04x %d %d\n", copy, u.bytes[0], u.bytes[1]);
  return 0;
}
