// A switch that becomes a jump table, with ranges and fall-through, and one over sparse values.
//
// expect-exit: 0
// expect-output: 8636 2222
// expect-events: fork=1 join=1 branch>=100
// deterministic: yes
#include "../check.h"

#define FOUR(n)        \
  case n:              \
  case n + 1:          \
    return n;          \
  case n + 2:          \
    i += 1;            \
    /* fall through */ \
  case n + 3:          \
    return i;
#define SIXTEEN(n) FOUR(n) FOUR(n + 4) FOUR(n + 8) FOUR(n + 12)

static int dense(int i) {
  switch (i) {
    SIXTEEN(0)
    SIXTEEN(16)
    SIXTEEN(32)
    SIXTEEN(48)
    case 64 ... 103:
      return 2 * i - 1 - (i - 64) % 2;
    default:
      return -1000;
  }
}

static int sparse(unsigned i) {
  switch (i) {
    case 1:
      return 2;
    case 1000:
      return 20;
    case 1000000:
      return 200;
    case 4000000000u:
      return 2000;
    default:
      return -1;
  }
}

static long sum_dense;

static void* run(void* unused) {
  for (volatile int i = 0; i < 104; i = i + 1) sum_dense += dense(i);
  return unused;
}

int main(void) {
  join_thread(start_thread(run, NULL));
  volatile const unsigned values[] = {1, 1000, 1000000, 4000000000u};
  int sum_sparse = 0;
  for (int i = 0; i < 4; ++i) sum_sparse += sparse(values[i]);
  printf("%ld %d\n", sum_dense, sum_sparse);
  return 0;
}
