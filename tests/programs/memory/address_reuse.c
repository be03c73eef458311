// The same address over and over: each thread allocates, writes and frees a block of the same size,
// without any lock. Different objects at one address are no race.
//
// expect-exit: 0
// expect-events: fork=3 join=3 allocate>=150 free>=150
// deterministic: yes
#include <string.h>

#include "../check.h"

static void* churn(void* mark) {
  for (int i = 0; i < 50; ++i) {
    volatile char* block = malloc(40);
    CHECK(block != NULL);
    for (int k = 0; k < 40; ++k) block[k] = *(char*)mark;
    for (int k = 0; k < 40; ++k) CHECK(block[k] == *(char*)mark);
    free((void*)block);
  }
  return NULL;
}

int main(void) {
  static char marks[] = "abc";
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) threads[i] = start_thread(churn, &marks[i]);
  for (int i = 0; i < 3; ++i) join_thread(threads[i]);
  return 0;
}
