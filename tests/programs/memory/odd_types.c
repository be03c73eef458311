// Accesses of types that are no words: long double, complex numbers, integers of 16 bytes,
// bit-fields beside each other, volatile ones, an odd number of bits; and copies that are never
// calls.
//
// expect-exit: 0
// expect-output: 2.5 3+4i 18446744073709551616 5 77 -3
// expect-events: fork=1 join=1 acquire=2 release=2
// deterministic: yes
#include <complex.h>
#include <stdbool.h>
#include <string.h>

#include "../check.h"

struct fields {
  unsigned a : 3, b : 7;
  signed c : 11;
  volatile unsigned d : 5;
  bool e : 1;
  unsigned long f : 40;
};

struct nine {
  char bytes[9];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long double wide;
static double complex pair;
static float complex small_pair;
static __int128 large;
static struct fields fields;
static struct nine nine, other_nine;
static _BitInt(37) odd;
static volatile long double volatile_wide;

static void* fill(void* unused) {
  pthread_mutex_lock(&mutex);
  wide = 1.25L;
  wide *= 2;
  volatile_wide = wide;
  pair = 3 + 4 * I;
  pair *= 1;
  small_pair = (float complex)pair;
  large = (__int128)1 << 64;
  fields.a = 5;
  fields.b = 77;
  fields.c = -3;
  fields.d = 1;
  fields.e = true;
  fields.f = 1ul << 39;
  memcpy(nine.bytes, "123456789", 9);
  other_nine = nine;
  __builtin_memcpy_inline(other_nine.bytes, nine.bytes + 1, 7);
  odd = (_BitInt(37))1 << 35;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  join_thread(start_thread(fill, NULL));
  pthread_mutex_lock(&mutex);
  CHECK(volatile_wide == wide && cimagf(small_pair) == 4 && odd == (_BitInt(37))1 << 35);
  CHECK(fields.d == 1 && fields.e && fields.f == 1ul << 39);
  CHECK(memcmp(other_nine.bytes, "234567889", 9) == 0);
  CHECK((unsigned long)(large >> 64) == 1 && (unsigned long)large == 0);
  printf("%.1Lf %.0f+%.0fi 18446744073709551616 %u %u %d\n", wide, creal(pair), cimag(pair),
         fields.a, fields.b, fields.c);
  pthread_mutex_unlock(&mutex);
  return 0;
}
