// malloc, calloc, realloc, reallocarray and free: sizes, zeroes, contents that survive growing and
// shrinking, null pointers and zero sizes.
//
// expect-exit: 0
// expect-events: allocate>=5 free>=5
// deterministic: yes
#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <string.h>

#include "../check.h"

// Makes the compiler believe that somebody else may look at it, so that no allocation disappears.
static void* volatile witness;
static void* keep(void* memory) { return witness = memory; }

int main(void) {
  char* text = malloc(6);
  CHECK(text != NULL && malloc_usable_size(text) >= 6);
  memcpy(text, "hello", 6);
  text = realloc(text, 100000);  // moves
  CHECK(text != NULL && strcmp(text, "hello") == 0);
  text = realloc(text, 3);
  CHECK(text != NULL && memcmp(text, "hel", 3) == 0);
  free(text);

  int* zeroes = calloc(1000, sizeof *zeroes);
  CHECK(zeroes != NULL);
  for (int i = 0; i < 1000; ++i) CHECK(zeroes[i] == 0);
  zeroes = reallocarray(zeroes, 2000, sizeof *zeroes);
  CHECK(zeroes != NULL && zeroes[999] == 0);
  free(zeroes);

  void* fresh = keep(realloc(NULL, 10));  // as malloc
  CHECK(fresh != NULL);
  free(fresh);
  free(keep(malloc(0)));
  free(NULL);

  volatile size_t too_many = SIZE_MAX / 2;
  CHECK(keep(calloc(too_many, 4)) == NULL);
  CHECK(keep(malloc(too_many)) == NULL);
  return 0;
}
