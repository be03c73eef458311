// A spin on an ordinary variable, with only a compiler barrier in the loop, in both directions: a
// ping-pong of ten rounds. A data race on purpose.
//
// expect-exit: 0
// expect-output: 10 rounds
// expect-events: fork=1 join=1 write>=20 read>=20
// deterministic: yes
// finds: race
#include "../check.h"

enum { ROUNDS = 10 };

static int turn;

static void wait_for(int value) {
  while (turn != value) __asm__ volatile("" ::: "memory");
}

static void* pong(void* unused) {
  for (int i = 0; i < ROUNDS; ++i) {
    wait_for(2 * i + 1);
    turn = 2 * i + 2;
  }
  return unused;
}

int main(void) {
  const pthread_t other = start_thread(pong, NULL);
  for (int i = 0; i < ROUNDS; ++i) {
    wait_for(2 * i);
    turn = 2 * i + 1;
  }
  wait_for(2 * ROUNDS);
  join_thread(other);
  printf("%d rounds\n", ROUNDS);
  return 0;
}
