// Threads one after the other get the same stack: the local array of each is a new object, although
// its address was seen before.
//
// expect-exit: 0
// expect-output: 20 threads
// expect-events: fork=20 join=20
// deterministic: yes
#include <stdint.h>
#include <string.h>

#include "../check.h"

static void fill(volatile char* bytes, char mark) {
  for (int i = 0; i < 256; ++i) bytes[i] = mark;
}

static void* body(void* argument) {
  volatile char local[256];  // its address escapes to fill()
  const char mark = (char)(intptr_t)argument;
  fill(local, mark);
  for (int i = 0; i < 256; ++i) CHECK(local[i] == mark);
  return NULL;
}

int main(void) {
  intptr_t n = 0;
  while (n < 20) join_thread(start_thread(body, (void*)n++));
  printf("%d threads\n", (int)n);
  return 0;
}
