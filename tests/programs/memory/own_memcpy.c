// A program with a memcpy, memset and strlen of its own: the compiler calls them, too, wherever it
// likes.
//
// expect-exit: 0
// expect-output: 4096 7 5
// expect-events: fork=1 join=1
// also: part_own_memcpy.c
// deterministic: yes
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct Large {
  long words[512];
};

static struct Large from, to;

static void* copy(void* size) {
  from.words[511] = *(volatile long*)size;
  to = from;
  return NULL;
}

int main(void) {
  long size = 7;
  pthread_t thread;
  pthread_create(&thread, NULL, copy, &size);
  pthread_join(thread, NULL);
  printf("%zu %ld %zu\n", sizeof to, to.words[511], strlen("words"));
  return 0;
}
