// Vector loads and stores of 16 and 32 bytes, aligned and not, whole and by element, and loops that
// the compiler turns into vector code.
//
// expect-exit: 0
// expect-output: 66 77 88 99, sum 2080
// expect-events: fork=1 join=1
// deterministic: yes
// flags: -O2
#include <string.h>

#include "../check.h"

typedef int Four __attribute__((vector_size(16)));
typedef int Eight __attribute__((vector_size(32)));
typedef int UnalignedFour __attribute__((vector_size(16), aligned(4)));

static Four four;
static int numbers[65];

static void* compute(void* unused) {
  const Four a = {6, 7, 8, 9};
  four = a * 11;
  for (int i = 0; i < 65; ++i) numbers[i] = i;
  UnalignedFour* odd = (UnalignedFour*)&numbers[1];
  *odd = *odd + 0;
  Eight eight;
  memcpy(&eight, &numbers[3], sizeof eight);
  eight += 0;
  memcpy(&numbers[3], &eight, sizeof eight);
  return unused;
}

int main(void) {
  join_thread(start_thread(compute, NULL));
  int sum = 0;
  for (int i = 0; i < 65; ++i) sum += numbers[i];
  printf("%d %d %d %d, sum %d\n", four[0], four[1], four[2], four[3], sum);
  return 0;
}
