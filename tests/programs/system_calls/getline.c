// getline and getdelim allocate and grow the caller's buffer; another thread frees it.
//
// expect-exit: 0
// expect-output: 5 300 2
// expect-events: fork=1 join=1 free>=1
// deterministic: yes
#define _GNU_SOURCE
#include <string.h>

#include "../check.h"

static void* free_it(void* memory) {
  free(memory);
  return NULL;
}

int main(void) {
  char contents[400] = "four\n";
  memset(contents + 5, 'x', 299);
  strcpy(contents + 304, "\na;b");
  FILE* file = fmemopen(contents, strlen(contents), "r");
  CHECK(file != NULL);

  char* line = NULL;
  size_t room = 0;
  const ssize_t first = getline(&line, &room, file);
  CHECK(strcmp(line, "four\n") == 0);
  const ssize_t second = getline(&line, &room, file);
  CHECK(line[0] == 'x' && line[298] == 'x' && line[299] == '\n' && room > 300);
  const ssize_t third = getdelim(&line, &room, ';', file);
  CHECK(strcmp(line, "a;") == 0);
  CHECK(getline(&line, &room, file) == 1 && getline(&line, &room, file) == -1);
  fclose(file);
  join_thread(start_thread(free_it, line));
  printf("%zd %zd %zd\n", first, second, third);
  return 0;
}
