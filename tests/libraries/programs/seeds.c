// Two threads throw dice, each with a seed of its own.
// guilty: race: with the same
// rows: seed
#include <pthread.h>
#include <stdlib.h>

static unsigned seeds[2] = {1, 2};

static void* throw(void* seed) {
  long sum = 0;
  for (int i = 0; i < 5; ++i) sum += 1 + rand_r(seed) % 6;
  return (void*)sum;
}

int main(void) {
  void* sums[2];
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) {
#ifdef GUILTY
    unsigned* const seed = &seeds[0];
#else
    unsigned* const seed = &seeds[i];
#endif
    pthread_create(&threads[i], NULL, throw, seed);
  }
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], &sums[i]);
  return (long)sums[0] < 5 || (long)sums[1] < 5;
}
