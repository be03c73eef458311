// Recursion that branches: Ackermann's function and the towers of Hanoi, whose moves go into shared
// memory, in two threads.
//
// expect-exit: 0
// expect-output: 61 127
// expect-events: fork=2 join=2
// deterministic: yes
#include "../check.h"

static int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

static int discs_on[3] = {7, 0, 0};
static int moves;

static void hanoi(int discs, int from, int to) {
  if (discs == 0) return;
  const int spare = 3 - from - to;
  hanoi(discs - 1, from, spare);
  --discs_on[from];
  ++discs_on[to];
  ++moves;
  hanoi(discs - 1, spare, to);
}

static void* run_ackermann(void* result) {
  *(int*)result = ackermann(3, 3);
  return NULL;
}

static void* run_hanoi(void* unused) {
  hanoi(7, 0, 2);
  return unused;
}

int main(void) {
  int result = 0;
  const pthread_t a = start_thread(run_ackermann, &result), b = start_thread(run_hanoi, NULL);
  join_thread(a);
  join_thread(b);
  CHECK(discs_on[0] == 0 && discs_on[1] == 0 && discs_on[2] == 7);
  printf("%d %d\n", result, moves);
  return 0;
}
