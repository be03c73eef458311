// Vector accesses of which only some lanes happen, each beside a twin that does the same one
// element after the other: the two touch the same bytes and find the same in them.
//
// `now` says which of them runs: an even number and the next one.
//
// expect-exit: 0
// expect-events: fork=0
// deterministic: yes
// flags: -O2
#include <immintrin.h>
#include <string.h>

#include "../check.h"

enum { kCount = 32 };

int from[kCount], to[kCount], at[kCount], wanted[kCount];
volatile int now = -1;

#define LANES(features) __attribute__((noinline, target(features)))
#define TWIN __attribute__((noinline))
#define ONE_BY_ONE _Pragma("clang loop vectorize(disable) unroll(disable)")
// Not as memcpy does it: the trace tells what each element was.
#define COPY(to, from)                                                        \
  ONE_BY_ONE for (size_t i = 0; i < sizeof(to) / sizeof(to)[0]; ++i)(to)[i] = \
      ((const volatile __typeof__((to)[0])*)(from))[i]
#define FEATURES_512 "avx512f,avx512vl,avx512bw"

// --- loops that the compiler makes vectors of ----------------------------------------------------

LANES("avx2") void store_some_of(int* to, const int* from, const int* wanted) {
#pragma clang loop vectorize(assume_safety)
  for (int i = 0; i < kCount; ++i)
    if (wanted[i] < 0) to[i] = from[i] + 1;
}
TWIN void store_some_of_twin(int* to, const int* from, const int* wanted) {
  ONE_BY_ONE for (int i = 0; i < kCount; ++i) if (wanted[i] < 0) to[i] = from[i] + 1;
}

LANES("avx2") void gather_from(int* to, const int* from, const int* at) {
#pragma clang loop vectorize(assume_safety)
  for (int i = 0; i < kCount; ++i) to[i] = from[at[i]];
}
TWIN void gather_from_twin(int* to, const int* from, const int* at) {
  ONE_BY_ONE for (int i = 0; i < kCount; ++i) to[i] = from[at[i]];
}

LANES(FEATURES_512) void scatter_to(int* to, const int* from, const int* at) {
#pragma clang loop vectorize(assume_safety)
  for (int i = 0; i < kCount; ++i) to[at[i]] = from[i];
}
TWIN void scatter_to_twin(int* to, const int* from, const int* at) {
  ONE_BY_ONE for (int i = 0; i < kCount; ++i) to[at[i]] = from[i];
}

LANES(FEATURES_512) void store_bytes_of(char* to, const char* from, const char* wanted) {
#pragma clang loop vectorize(assume_safety)
  for (int i = 0; i < 4 * kCount; ++i)
    if (wanted[i] < 0) to[i] = from[i];
}
TWIN void store_bytes_of_twin(char* to, const char* from, const char* wanted) {
  ONE_BY_ONE for (int i = 0; i < 4 * kCount; ++i) if (wanted[i] < 0) to[i] = from[i];
}

// --- what programs ask for themselves ------------------------------------------------------------

LANES("avx2") void masked(void) {
  const __m256i mask = _mm256_loadu_si256((const __m256i*)wanted);
  _mm256_maskstore_epi32(to, mask, _mm256_maskload_epi32(from, mask));
}
TWIN void masked_twin(void) {
  int mask[8];
  COPY(mask, wanted);
  ONE_BY_ONE for (int i = 0; i < 8; ++i) if (mask[i] < 0) to[i] = from[i];
}

LANES("avx2") void masked_doubles(void) {
  const __m128i mask = _mm_loadu_si128((const __m128i*)wanted);
  _mm_maskstore_pd((double*)to, mask, _mm_maskload_pd((const double*)from, mask));
}
TWIN void masked_doubles_twin(void) {
  long mask[2];
  COPY(mask, wanted);
  ONE_BY_ONE for (int i = 0; i < 2; ++i) if (mask[i] < 0)((long*)to)[i] = ((const long*)from)[i];
}

LANES("avx2") void gather_some(void) {
  const __m256i mask = _mm256_loadu_si256((const __m256i*)wanted);
  const __m256i places = _mm256_loadu_si256((const __m256i*)at);
  _mm256_storeu_si256((__m256i*)to, _mm256_mask_i32gather_epi32(mask, from, places, mask, 4));
}
TWIN void gather_some_twin(void) {
  int mask[8], places[8];
  COPY(mask, wanted);
  COPY(places, at);
  ONE_BY_ONE for (int i = 0; i < 8; ++i) to[i] = mask[i] < 0 ? from[places[i]] : mask[i];
}

// Two places and four results, of which the last two are zero.
LANES("avx2") void gather_two(void) {
  const __m128i places = _mm_set_epi64x(3, 7);
  _mm_storeu_ps((float*)to, _mm_i64gather_ps((const float*)from, places, 4));
}
TWIN void gather_two_twin(void) {
  volatile int* out = to;
  const int first = from[7], second = from[3];
  out[0] = first, out[1] = second, out[2] = 0, out[3] = 0;
}

LANES("sse2") void bytes(void) {
  const __m128i mask = _mm_loadu_si128((const __m128i*)wanted);
  _mm_maskmoveu_si128(_mm_loadu_si128((const __m128i*)from), mask, (char*)to);
}
TWIN void bytes_twin(void) {
  char mask[16], value[16];
  COPY(mask, wanted);
  COPY(value, from);
  ONE_BY_ONE for (int i = 0; i < 16; ++i) if (mask[i] < 0)((char*)to)[i] = value[i];
}

LANES(FEATURES_512) __mmask16 mask_of(const int* from) {
  return _mm512_cmplt_epi32_mask(_mm512_loadu_si512(from), _mm512_setzero_si512());
}

LANES(FEATURES_512) void pack(void) {
  const __m512i values = _mm512_loadu_si512(from);
  _mm512_mask_compressstoreu_epi32(to, mask_of(wanted), values);
}
TWIN void pack_twin(void) {
  int mask[16], values[16], out = 0;
  COPY(values, from);
  COPY(mask, wanted);
  ONE_BY_ONE for (int i = 0; i < 16; ++i) if (mask[i] < 0) to[out++] = values[i];
}

LANES(FEATURES_512) void unpack(void) {
  const __mmask16 mask = mask_of(wanted);
  _mm512_mask_storeu_epi32(to, 0x00ff, _mm512_maskz_expandloadu_epi32(mask, from));
}
TWIN void unpack_twin(void) {
  int mask[16], in = 0;
  COPY(mask, wanted);
  int values[16];
  ONE_BY_ONE for (int i = 0; i < 16; ++i) values[i] = mask[i] < 0 ? ((volatile int*)from)[in++] : 0;
  ONE_BY_ONE for (int i = 0; i < 8; ++i) ((volatile int*)to)[i] = values[i];
}

LANES(FEATURES_512) void here_and_there(void) {
  const __mmask16 mask = mask_of(wanted);
  const __m512i places = _mm512_loadu_si512(at);
  const __m512i values = _mm512_mask_i32gather_epi32(places, mask, places, from, 4);
  _mm512_mask_i32scatter_epi32(to, mask, places, values, 4);
}
TWIN void here_and_there_twin(void) {
  int mask[16], places[16];
  COPY(mask, wanted);
  COPY(places, at);
  ONE_BY_ONE for (int i = 0; i < 16; ++i) if (mask[i] < 0) to[places[i]] = from[places[i]];
}

// --- one after the other -------------------------------------------------------------------------

// Pointers, so that the compiler cannot tell whether it may touch more than it is asked for.
static void store_some(void) { store_some_of(to, from, wanted); }
static void store_some_twin(void) { store_some_of_twin(to, from, wanted); }
static void gather(void) { gather_from(to, from, at); }
static void gather_twin(void) { gather_from_twin(to, from, at); }
static void scatter(void) { scatter_to(to, from, at); }
static void scatter_twin(void) { scatter_to_twin(to, from, at); }
static void store_bytes(void) { store_bytes_of((char*)to, (char*)from, (char*)wanted); }
static void store_bytes_twin(void) { store_bytes_of_twin((char*)to, (char*)from, (char*)wanted); }

typedef struct {
  void (*lanes)(void);
  void (*twin)(void);
} Pair;

static const Pair everywhere[] = {{bytes, bytes_twin}};
static const Pair avx2[] = {{store_some, store_some_twin},
                            {gather, gather_twin},
                            {masked, masked_twin},
                            {gather_some, gather_some_twin},
                            {masked_doubles, masked_doubles_twin},
                            {gather_two, gather_two_twin}};
static const Pair avx512[] = {{scatter, scatter_twin},
                              {store_bytes, store_bytes_twin},
                              {pack, pack_twin},
                              {unpack, unpack_twin},
                              {here_and_there, here_and_there_twin}};

static void run(void (*what)(void), int number) {
  for (int i = 0; i < kCount; ++i) {
    from[i] = 1000 + i * 0x01010101;
    to[i] = i;
    at[i] = (i * 7) % kCount;
    wanted[i] = i % 3 == 0 ? -i - 1 : i;
  }
  now = number;
  what();
  now = -1;
}

static int done;

static void run_pairs(const Pair* pairs, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    static int result[kCount];
    run(pairs[i].lanes, done++);
    memcpy(result, to, sizeof to);
    run(pairs[i].twin, done++);
    CHECK(memcmp(result, to, sizeof to) == 0);
  }
}

int main(void) {
  run_pairs(everywhere, sizeof everywhere / sizeof everywhere[0]);
  if (__builtin_cpu_supports("avx2")) run_pairs(avx2, sizeof avx2 / sizeof avx2[0]);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw"))
    run_pairs(avx512, sizeof avx512 / sizeof avx512[0]);
  return 0;
}
