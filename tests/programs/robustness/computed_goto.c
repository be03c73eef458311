// A small interpreter that jumps through a table of labels (indirect branches), in two threads on
// different programs.
//
// expect-exit: 0
// expect-output: 120 55
// expect-events: fork=2 join=2
// deterministic: yes
#include "../check.h"

enum { LOAD, MULTIPLY, ADD, DECREMENT, REPEAT, STOP };

struct machine {
  const unsigned char* program;
  long accumulator, counter;
};

static void* run(void* argument) {
  static const void* const labels[] = {&&load, &&multiply, &&add, &&decrement, &&repeat, &&stop};
  struct machine* m = argument;
  const unsigned char* next = m->program;
#define NEXT goto* labels[*next++]
  NEXT;
load:
  m->counter = *next++;
  NEXT;
multiply:
  m->accumulator *= m->counter;
  NEXT;
add:
  m->accumulator += m->counter;
  NEXT;
decrement:
  --m->counter;
  NEXT;
repeat:
  if (m->counter > 0) next = m->program + 2;
  NEXT;
stop:
#undef NEXT
  return NULL;
}

int main(void) {
  static const unsigned char factorial[] = {LOAD, 5, MULTIPLY, DECREMENT, REPEAT, STOP};
  static const unsigned char sum[] = {LOAD, 10, ADD, DECREMENT, REPEAT, STOP};
  struct machine a = {factorial, 1, 0}, b = {sum, 0, 0};
  const pthread_t first = start_thread(run, &a), second = start_thread(run, &b);
  join_thread(first);
  join_thread(second);
  printf("%ld %ld\n", a.accumulator, b.accumulator);
  return 0;
}
