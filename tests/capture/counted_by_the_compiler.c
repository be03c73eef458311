// Two threads run the same functions on memory of their own. Built for coverage or a profile, the
// compiler's counters are what they share.
#include <pthread.h>
#include <stdio.h>

static int totals[2];

static int step(int i) {
  if (i % 3 == 0 || i % 5 == 0) return 2;
  return 1;
}

static void* work(void* total) {
  for (int i = 0; i < 30; ++i) *(int*)total += step(i);
#ifdef SHARED
  ++totals[0];
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, &totals[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  printf("%d\n", totals[0] + totals[1]);
  return 0;
}
