// Spins that give way with sched_yield: four threads take turns, so that three of them spin at any
// time.
//
// expect-exit: 0
// expect-output: 40 turns
// expect-events: fork=4 join=4 atomic_read>=40 atomic_write=40
// deterministic: yes
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

#include "../check.h"

enum { THREADS = 4, ROUNDS = 10 };

static atomic_int turn;

static void* take_turns(void* me) {
  for (int round = 0; round < ROUNDS; ++round) {
    const int mine = THREADS * round + (int)(intptr_t)me;
    while (atomic_load(&turn) != mine) sched_yield();
    atomic_store(&turn, mine + 1);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (intptr_t i = 0; i < THREADS; ++i) threads[i] = start_thread(take_turns, (void*)i);
  for (int i = 0; i < THREADS; ++i) join_thread(threads[i]);
  printf("%d turns\n", atomic_load(&turn));
  return 0;
}
