// Threads that start and join threads of their own: what libc keeps for them goes from hand to hand.
// guilty: race: the total is changed without its lock
// rows: own_blocks
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { kWorkers = 4, kLeaves = 4, kRounds = 5 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void* leaf(void* place) {
  *(int*)place += 1;
  return 0;
}

static void* work(void* unused) {
  for (int round = 0; round < kRounds; ++round) {
    pthread_t leaves[kLeaves];
    int* counts = calloc(kLeaves, sizeof *counts);
    for (int i = 0; i < kLeaves; ++i) pthread_create(&leaves[i], 0, leaf, &counts[i]);
    for (int i = 0; i < kLeaves; ++i) pthread_join(leaves[i], 0);
#ifndef GUILTY
    pthread_mutex_lock(&lock);
#endif
    for (int i = 0; i < kLeaves; ++i) total += counts[i];
#ifndef GUILTY
    pthread_mutex_unlock(&lock);
#endif
    free(counts);
  }
  return unused;
}

int main(void) {
  pthread_t workers[kWorkers];
  for (int i = 0; i < kWorkers; ++i) pthread_create(&workers[i], 0, work, 0);
  for (int i = 0; i < kWorkers; ++i) pthread_join(workers[i], 0);
  pthread_mutex_lock(&lock);
  const int all = total;
  pthread_mutex_unlock(&lock);
  printf("%d\n", all);
  return all == kWorkers * kLeaves * kRounds ? 0 : 1;
}
