// Library functions that allocate for the caller: strdup, strndup, asprintf, getline,
// open_memstream.
//
// expect-exit: 0
// expect-output: copy cop 7 of 9 a line 12 bytes
// expect-events: free>=5
// deterministic: yes
#define _GNU_SOURCE
#include <string.h>

#include "../check.h"

int main(void) {
  char* copy = strdup("copy");
  char* part = strndup("copy", 3);
  char* printed = NULL;
  CHECK(asprintf(&printed, "%d of %d", 7, 9) == 6);

  char text[] = "a line\n";
  char* line = NULL;
  size_t room = 0;
  FILE* source = fmemopen(text, strlen(text), "r");
  CHECK(source != NULL && getline(&line, &room, source) == 7);
  line[6] = '\0';
  fclose(source);

  char* stream_text = NULL;
  size_t stream_size = 0;
  FILE* stream = open_memstream(&stream_text, &stream_size);
  CHECK(stream != NULL && fputs("twelve bytes", stream) >= 0);
  fclose(stream);
  CHECK(strcmp(stream_text, "twelve bytes") == 0);

  printf("%s %s %s %s %zu bytes\n", copy, part, printed, line, stream_size);
  free(copy);
  free(part);
  free(printed);
  free(line);
  free(stream_text);
  return 0;
}
