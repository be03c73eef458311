// Neighbouring bytes are locations of their own: eight threads write one each of the same word,
// without a lock and without a race.
//
// expect-exit: 0
// expect-output: 0102030405060708
// expect-events: fork=8 join=8 write>=8
// deterministic: yes
#include "../check.h"

static unsigned char bytes[8];

static void* write_one(void* argument) {
  unsigned char* mine = argument;
  for (int i = 0; i <= mine - bytes; ++i) *mine = (unsigned char)(*mine + 1);
  return NULL;
}

int main(void) {
  pthread_t threads[8];
  for (int i = 0; i < 8; ++i) threads[i] = start_thread(write_one, &bytes[i]);
  for (int i = 0; i < 8; ++i) join_thread(threads[i]);
  for (int i = 0; i < 8; ++i) printf("%02x", bytes[i]);
  puts("");
  return 0;
}
