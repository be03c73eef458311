// A barrier that is destroyed and initialised again with another count at the same address. One for
// a single thread lets it through at once.
//
// expect-exit: 0
// expect-events: fork=4 join=4 barrier_arrive=7 barrier_leave=7
// deterministic: yes
#include "../check.h"

static pthread_barrier_t barrier;

static void* arrive(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

static void meet(unsigned threads) {
  CHECK(pthread_barrier_init(&barrier, NULL, threads) == 0);
  pthread_t others[8];
  for (unsigned i = 1; i < threads; ++i) others[i] = start_thread(arrive, NULL);
  pthread_barrier_wait(&barrier);
  for (unsigned i = 1; i < threads; ++i) join_thread(others[i]);
  CHECK(pthread_barrier_destroy(&barrier) == 0);
}

int main(void) {
  CHECK(pthread_barrier_init(&barrier, NULL, 1) == 0);
  CHECK(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  CHECK(pthread_barrier_destroy(&barrier) == 0);
  meet(4);
  meet(2);
  return 0;
}
