// pthread_exit in main: the process lives until its last thread has ended, then runs its exit
// handlers.
//
// expect-exit: 0
// expect-output: main leaves, thread done, handler
// expect-events: fork=2 join=1
// deterministic: yes
#include "../check.h"

static pthread_t main_thread;

static void handler(void) { puts("handler"); }

static void* outlive(void* unused) {
  CHECK(pthread_join(main_thread, NULL) == 0);  // a thread may join the main one
  printf("thread done, ");
  return unused;
}

static void* short_lived(void* unused) { return unused; }

int main(void) {
  main_thread = pthread_self();
  CHECK(atexit(handler) == 0);
  CHECK(pthread_detach(start_thread(short_lived, NULL)) == 0);
  printf("main leaves, ");
  start_thread(outlive, NULL);
  pthread_exit(NULL);
}
