// pthread_create and pthread_join: arguments go in, results come out, and what a thread wrote is
// there for the one that joined it.
//
// expect-exit: 0
// expect-output: 0 1 4 9
// expect-events: fork=4 join=4 write>=4 read>=4
// deterministic: yes
#include <stdint.h>

#include "../check.h"

static long squares[4];

static void* square(void* argument) {
  const intptr_t n = (intptr_t)argument;
  squares[n] = n * n;
  return &squares[n];
}

int main(void) {
  pthread_t threads[4];
  for (intptr_t n = 0; n < 4; ++n) threads[n] = start_thread(square, (void*)n);
  for (int n = 0; n < 4; ++n) CHECK(join_thread(threads[n]) == &squares[n]);
  printf("%ld %ld %ld %ld\n", squares[0], squares[1], squares[2], squares[3]);
  return 0;
}
