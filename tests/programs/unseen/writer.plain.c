// A library that nobody instruments: it writes memory that it is given, and keeps a pointer to
// write there later.
#include <stddef.h>

void fill_numbers(int* numbers, int count);
void remember(int* place);
void write_where_remembered(int value);

static int* remembered;

void fill_numbers(int* numbers, int count) {
  for (int i = 0; i < count; ++i) numbers[i] = 10 * i;
}

void remember(int* place) { remembered = place; }

void write_where_remembered(int value) {
  if (remembered != NULL) *remembered = value;
}
