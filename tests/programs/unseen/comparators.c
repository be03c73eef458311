// qsort, bsearch and tsearch of the C library call back into the program, and move its data about
// out of sight; in two threads at once.
//
// expect-exit: 0
// expect-output: sorted, found, 49 comparisons or more
// expect-events: fork=2 join=2 atomic_update>=49
// deterministic: yes
#define _GNU_SOURCE
#include <search.h>
#include <stdatomic.h>

#include "../check.h"

enum { COUNT = 50 };

static atomic_int comparisons;

static int compare(const void* a, const void* b) {
  atomic_fetch_add(&comparisons, 1);
  return (*(const int*)a > *(const int*)b) - (*(const int*)a < *(const int*)b);
}

static void keep(void* node) { (void)node; }

static void* sort_and_search(void* argument) {
  int* numbers = argument;
  qsort(numbers, COUNT, sizeof numbers[0], compare);
  for (int i = 1; i < COUNT; ++i) CHECK(numbers[i - 1] <= numbers[i]);
  const int key = numbers[17];
  const int* found = bsearch(&key, numbers, COUNT, sizeof key, compare);
  CHECK(found != NULL && *found == key);

  void* tree = NULL;
  for (int i = 0; i < COUNT; ++i) CHECK(tsearch(&numbers[i], &tree, compare) != NULL);
  CHECK(tfind(&key, &tree, compare) != NULL);
  tdestroy(tree, keep);
  return NULL;
}

int main(void) {
  static int numbers[2][COUNT];
  for (int i = 0; i < COUNT; ++i) numbers[0][i] = i * 37 % COUNT, numbers[1][i] = COUNT - i;
  const pthread_t a = start_thread(sort_and_search, numbers[0]);
  const pthread_t b = start_thread(sort_and_search, numbers[1]);
  join_thread(a);
  join_thread(b);
  CHECK(atomic_load(&comparisons) >= COUNT - 1);
  printf("sorted, found, %d comparisons or more\n", COUNT - 1);
  return 0;
}
