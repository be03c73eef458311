// A barrier used for several rounds: nobody is a round ahead, one thread a round is told that it
// was the last.
//
// expect-exit: 0
// expect-output: 4 rounds, 4 serial threads
// expect-events: fork=3 join=3 barrier_arrive=24 barrier_leave=24
// deterministic: yes
#include <stdatomic.h>

#include "../check.h"

enum { THREADS = 3, ROUNDS = 4 };

static pthread_barrier_t barrier;
static int round_of[THREADS];
static atomic_int serial;

static void* go_round(void* argument) {
  int* mine = argument;
  for (int round = 1; round <= ROUNDS; ++round) {
    *mine = round;
    const int result = pthread_barrier_wait(&barrier);
    if (result == PTHREAD_BARRIER_SERIAL_THREAD)
      atomic_fetch_add(&serial, 1);
    else
      CHECK(result == 0);
    for (int i = 0; i < THREADS; ++i) CHECK(round_of[i] == round);
    pthread_barrier_wait(&barrier);  // before anybody writes again
  }
  return NULL;
}

int main(void) {
  CHECK(pthread_barrier_init(&barrier, NULL, THREADS) == 0);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) threads[i] = start_thread(go_round, &round_of[i]);
  for (int i = 0; i < THREADS; ++i) join_thread(threads[i]);
  CHECK(pthread_barrier_destroy(&barrier) == 0);
  printf("%d rounds, %d serial threads\n", ROUNDS, atomic_load(&serial));
  return 0;
}
