// Functions with a variable number of arguments of all classes, passed on as va_list and copied.
//
// expect-exit: 0
// expect-output: 1 2.5 three 4 | 1 2.5 three 4 | 55
// expect-events: fork=1 join=1
// deterministic: yes
#include <stdarg.h>
#include <string.h>

#include "../check.h"

static char text[64];

__attribute__((format(printf, 1, 2))) static void append(const char* format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  vsnprintf(text + strlen(text), 32, format, arguments);
  strcat(text, " | ");
  vsnprintf(text + strlen(text), 32, format, again);
  va_end(again);
  va_end(arguments);
}

static int sum(int count, ...) {
  va_list numbers;
  int total = 0;
  va_start(numbers, count);
  while (count-- > 0) total += va_arg(numbers, int);
  va_end(numbers);
  return total;
}

static void* body(void* unused) {
  append("%d %.1f %s %lld", 1, 2.5, "three", 4LL);
  return unused;
}

int main(void) {
  join_thread(start_thread(body, NULL));
  printf("%s | %d\n", text, sum(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  return 0;
}
