// Unaligned accesses through a packed struct and through memcpy, across word and cache-line bounds,
// written by one thread and read by the next.
//
// expect-exit: 0
// expect-output: 0x1122334455667788 0xcafebabe 0xbeef
// expect-events: fork=1 join=1
// deterministic: yes
#include <stdint.h>
#include <string.h>

#include "../check.h"

static struct __attribute__((packed)) {
  char a;
  uint64_t eight;
  char b;
  uint32_t four;
  uint16_t two;
} packed;
static _Alignas(64) char line[128];

static void* write_all(void* unused) {
  packed.eight = 0x1122334455667788;
  packed.four = 0xcafebabe;
  packed.two = 0xbeef;
  memcpy(line + 61, &(uint64_t){0x0102030405060708}, 8);
  return unused;
}

int main(void) {
  join_thread(start_thread(write_all, NULL));
  uint64_t across;
  memcpy(&across, line + 61, 8);
  CHECK(across == 0x0102030405060708);
  CHECK(line[60] == 0 && line[61] == 8 && line[68] == 1 && line[69] == 0);
  printf("0x%llx 0x%x 0x%x\n", (unsigned long long)packed.eight, packed.four, packed.two);
  return 0;
}
