// Instrumented code called from a library we cannot see: in the caller's thread, two levels deep,
// and in threads that the library creates itself.
//
// expect-exit: 0
// expect-output: 30 12 6, counted 10
// expect-events: acquire=10 release=10
// deterministic: yes
// also: caller.plain.c
#include "../check.h"
#include "caller.plain.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int count_and_square(int n, void* counter) {
  pthread_mutex_lock(&mutex);
  ++*(int*)counter;
  pthread_mutex_unlock(&mutex);
  return n * n;
}

static int identity(int n, void* unused) { return (void)unused, n; }

// Calls into the library again, from a call of the library's.
static int nested(int n, void* unused) {
  const int pair[] = {n, n};
  return call_each(pair, 2, identity, unused);
}

static int count_and_return(int n, void* counter) {
  count_and_square(n, counter);
  return n;
}

int main(void) {
  const int values[] = {1, 2, 3, 4};
  int counter = 0;
  const int squares = call_each(values, 4, count_and_square, &counter);
  const int doubled = call_each(values, 3, nested, NULL);
  const int in_threads = call_in_threads(4, count_and_return, &counter);
  CHECK(call_in_threads(2, count_and_return, &counter) == 1);
  printf("%d %d %d, counted %d\n", squares, doubled, in_threads, counter);
  return 0;
}
