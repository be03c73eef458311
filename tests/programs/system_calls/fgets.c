// fgets, fgetc and ungetc: a buffer that one thread fills with lines and the next looks at; short
// buffers cut lines.
//
// expect-exit: 0
// expect-output: [a long l] [ine] [short]
// expect-events: fork=3 join=3
// deterministic: yes
#include <string.h>

#include "../check.h"

static char contents[] = "a long line\nshort\n";
static FILE* file;
static char line[9];

static void* read_one(void* unused) {
  CHECK(fgets(line, sizeof line, file) == line);
  return unused;
}

int main(void) {
  file = fmemopen(contents, strlen(contents), "r");
  CHECK(file != NULL);
  CHECK(ungetc(fgetc(file), file) == 'a');
  for (int i = 0; i < 3; ++i) {
    join_thread(start_thread(read_one, NULL));
    line[strcspn(line, "\n")] = '\0';
    printf(i ? " [%s]" : "[%s]", line);
  }
  puts("");
  CHECK(fgets(line, sizeof line, file) == NULL);
  fclose(file);
  return 0;
}
