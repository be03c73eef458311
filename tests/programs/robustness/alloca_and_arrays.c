// Memory on the stack whose size is known at run time only: alloca in a loop and arrays of variable
// length, handed to another thread while the frame is alive.
//
// expect-exit: 0
// expect-output: 10 20 30 40 50
// expect-events: fork=10 join=10
// deterministic: yes
#include <alloca.h>

#include "../check.h"

struct numbers {
  int count;
  int* values;
  int sum;
};

static void* add_up(void* argument) {
  struct numbers* numbers = argument;
  for (int i = 0; i < numbers->count; ++i) numbers->sum += numbers->values[i];
  return NULL;
}

static int sum_of_array(int count) {
  int values[count];
  for (int i = 0; i < count; ++i) values[i] = 5;
  struct numbers numbers = {count, values, 0};
  join_thread(start_thread(add_up, &numbers));
  return numbers.sum;
}

static int sum_of_alloca(int count) {
  struct numbers numbers = {count, alloca((size_t)count * sizeof(int)), 0};
  for (int i = 0; i < count; ++i) numbers.values[i] = 5;
  join_thread(start_thread(add_up, &numbers));
  return numbers.sum;
}

int main(void) {
  for (int count = 1; count <= 5; ++count) {
    printf(count > 1 ? " %d" : "%d", sum_of_array(count) + sum_of_alloca(count));
  }
  puts("");
  return 0;
}
