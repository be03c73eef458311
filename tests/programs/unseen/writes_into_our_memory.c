// A library we cannot see writes memory that instrumented code reads: the recorded values change
// although no recorded write explains it. That is a loss to be counted, not a contradiction.
//
// expect-exit: 0
// expect-output: 0 10 20 30, 7 then 8
// expect-events: fork=1 join=1 read>=6 unseen_end=3
// deterministic: yes
// also: writer.plain.c
#include "../check.h"

void fill_numbers(int* numbers, int count);
void remember(int* place);
void write_where_remembered(int value);

static int numbers[4] = {-1, -1, -1, -1};
static volatile int place = 7;

static void* fill(void* unused) {
  fill_numbers(numbers, 4);
  return unused;
}

int main(void) {
  CHECK(numbers[0] == -1 && numbers[3] == -1);
  join_thread(start_thread(fill, NULL));
  printf("%d %d %d %d, ", numbers[0], numbers[1], numbers[2], numbers[3]);

  remember((int*)&place);
  const int before = place;
  write_where_remembered(8);
  printf("%d then %d\n", before, place);
  return 0;
}
