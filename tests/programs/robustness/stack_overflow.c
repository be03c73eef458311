// Recursion without an end in a thread with a small stack runs into the guard page: SIGSEGV.
//
// expect-exit: signal SIGSEGV
// expect-output: before
// expect-events: fork=1 join=0
// deterministic: yes
// flags: -Wno-infinite-recursion
// finds: failure
#include "../check.h"

static int descend(volatile char* above) {
  volatile char frame[256];
  frame[0] = above == NULL ? 1 : above[0];
  return descend(frame) + frame[0];
}

static void* overflow(void* unused) {
  descend(unused);
  return unused;
}

int main(void) {
  pthread_attr_t small;
  pthread_t thread;
  puts("before");
  fflush(stdout);
  CHECK(pthread_attr_init(&small) == 0 && pthread_attr_setstacksize(&small, 256 * 1024) == 0);
  CHECK(pthread_create(&thread, &small, overflow, NULL) == 0);
  join_thread(thread);
  return 0;
}
