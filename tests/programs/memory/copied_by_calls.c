// Memory that no instruction of the program copies: structures that are passed by value, in ordinary
// and in variable arguments, to a known function and through a pointer; and lists of arguments.
//
// expect-exit: 0
// expect-events: fork=0 write>=8
// deterministic: yes
#include <stdarg.h>

#include "../check.h"

struct large {
  long elements[6];
};

struct large shared;

__attribute__((noinline)) static long first(struct large l, int n) { return l.elements[n]; }

__attribute__((noinline)) static long sum(int count, ...) {
  va_list numbers, again;
  long total = 0;
  va_start(numbers, count);
  va_copy(again, numbers);
  for (int i = 0; i < count; ++i) total += va_arg(numbers, long);
  total += va_arg(again, long);
  va_end(again);
  va_end(numbers);
  return total;
}

static long (*volatile chosen)(struct large, int) = first;
static volatile int one = 1;

int main(void) {
  for (int i = 0; i < 4; ++i) {
    shared.elements[i] = 10 + i;
    CHECK(first(shared, i) == 10 + i && chosen(shared, i) == 10 + i);
    CHECK(sum(2 + one, 1l, 2l, 3l) == 7);
  }
  return 0;
}
