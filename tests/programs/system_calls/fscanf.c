// fscanf writes through its pointer arguments: numbers of several sizes, characters, strings.
//
// expect-exit: 0
// expect-output: 7 -8 9.5 x word
// expect-events: fork=1 join=1
// deterministic: yes
#include <string.h>

#include "../check.h"

static struct {
  short small;
  long large;
  double real;
  char character;
  char word[8];
} values;

static void* scan(void* file) {
  CHECK(fscanf(file, "%hd,%ld %lf%c%7s", &values.small, &values.large, &values.real,
               &values.character, values.word) == 5);
  return NULL;
}

int main(void) {
  char text[] = "7,-8 9.5x word";
  FILE* file = fmemopen(text, strlen(text), "r");
  CHECK(file != NULL);
  join_thread(start_thread(scan, file));
  fclose(file);
  printf("%hd %ld %.1f %c %s\n", values.small, values.large, values.real, values.character,
         values.word);
  return 0;
}
