// What code can do between two accesses: loops, a switch, recursion, calls of functions that are
// known and that are not. Both ways of every branch touch other variables, so that a trace with a
// wrong outcome cannot be the record of a run.
#include <pthread.h>
#include <stdlib.h>

static volatile int a, b, c, d;
static int (*volatile chosen)(int);

__attribute__((noinline)) static int twice(int n) { return a = 2 * n; }
__attribute__((noinline)) static int square(int n) { return b = n * n; }

__attribute__((noinline)) static int depth(int n) {
  if (n == 0) return c = 1;
  d = n;
  b = depth(n - 1);
  return b + 1;
}

__attribute__((noinline)) static void select_way(int n) {
  switch (n % 4) {
    case 0:
      a = n;
      break;
    case 1:
      b += n;
      break;
    case 2:
      c = d;
      break;
    default:
      d = b + c;
  }
}

static void* work(void* unused) {
  for (int i = 0; i < 6; ++i) {
    select_way(i);
    if (a > b)
      c = 1;
    else
      d = 1;
    chosen = i & 1 ? twice : square;
    chosen(i);
  }
  depth(3);
  free(malloc((size_t)(a + 1)));
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, 0, work, 0) != 0) abort();
  pthread_join(thread, 0);
  work(0);
  return 0;
}
