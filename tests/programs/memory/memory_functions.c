// memcpy, memmove (overlapping both ways), memset, memcmp, memchr, mempcpy and bzero on memory that
// another thread reads afterwards; sizes known and unknown to the compiler.
//
// expect-exit: 0
// expect-output: 00112233 ababcdef 7
// expect-events: fork=1 join=1
// deterministic: yes
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

#include "../check.h"

static char moved_up[] = "abcdefgh", moved_down[] = "00112233";
static char large[5000], copy[5000];
static volatile size_t half = 2500;

static void* change(void* unused) {
  memmove(moved_up + 2, moved_up, 6);  // ababcdef
  memmove(moved_down, moved_down, 8);  // in place
  memset(large, 7, half);
  bzero(large + half, half);
  memcpy(copy, large, sizeof copy);
  char* end = mempcpy(copy + half, "end", 3);
  CHECK(end == copy + half + 3);
  memmove(copy + 1, copy, 2 * half - 1);
  memcpy(copy, large, 0);
  return unused;
}

int main(void) {
  join_thread(start_thread(change, NULL));
  CHECK(memcmp(copy + half + 1, "end", 3) == 0);
  CHECK(memchr(large, 0, sizeof large) == large + half);
  CHECK(memcmp(large, copy, half) == 0);
  printf("%s %s %d\n", moved_down, moved_up, large[half - 1]);
  return 0;
}
