// Four threads that race on everything, with accesses of all sizes that overlap. Whatever a read
// finds, the last write before it in the recorded order must have left it.
#include <pthread.h>
#include <stdio.h>

static volatile long longs[16];
static volatile int ints[16];
static volatile short shorts[7];
static char bytes[64];

static void* race(void* number) {
  unsigned random = (unsigned)(long)number * 77 + 1;
  for (int i = 0; i < 50000; ++i) {
    random = random * 1664525 + 1013904223;
    const int k = random >> 20 & 15;
    switch (random >> 8 & 7) {
      case 0: longs[k]++; break;
      case 1: ints[k] = ints[(k + 1) & 15] + i; break;
      case 2: shorts[k % 7] ^= (short)longs[k]; break;
      case 3: ((volatile char*)longs)[k * 3]++; break;
      case 4:
        if (longs[k] > 5) ints[k]--;
        break;
      case 5: bytes[k] = (char)i; break;
      case 6:
        if (bytes[k] == bytes[63 - k]) longs[k] += 2;
        break;
      case 7: __atomic_fetch_add(&ints[k], 1, __ATOMIC_RELAXED); break;
    }
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (long i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, race, (void*)i);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  return 0;
}
