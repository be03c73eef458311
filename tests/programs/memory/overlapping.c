// Accesses of different sizes to the same bytes: a word written whole and read in halves and bytes,
// and the other way round. Little-endian.
//
// expect-exit: 0
// expect-output: 0x04030201 0x0403 0x77035501
// expect-events: fork=2 join=2
// deterministic: yes
#include <stdint.h>

#include "../check.h"

static union {
  uint32_t word;
  uint16_t halves[2];
  uint8_t bytes[4];
} u;

static void* write_bytes(void* unused) {
  for (uint8_t i = 0; i < 4; ++i) u.bytes[i] = (uint8_t)(i + 1);
  return unused;
}

static void* write_two_of_them(void* unused) {
  u.bytes[1] = 0x55;
  u.halves[1] = (uint16_t)(0x7700 | (u.halves[1] & 0xff));
  return unused;
}

int main(void) {
  join_thread(start_thread(write_bytes, NULL));
  const uint32_t word = u.word;
  const uint16_t half = u.halves[1];
  join_thread(start_thread(write_two_of_them, NULL));
  printf("0x%08x 0x%04x 0x%08x\n", word, half, u.word);
  return 0;
}
