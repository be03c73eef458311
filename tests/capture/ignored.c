// Functions that ignore lists name, all small enough to be inlined.
#include "ignored.h"

static volatile int touched;

static void add_one(void) { touched = 1001; }
static void add_two(void) { touched = 1002; }

int main(void) {
  add_one();
  add_two();
  in_the_header(&touched);
  touched = 1004;
  return 0;
}
