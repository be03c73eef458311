// abort in a thread that holds a lock.
//
// expect-exit: signal SIGABRT
// expect-output: before
// expect-events: fork=1 join=0 acquire=1 release=0
// deterministic: yes
// finds: failure
#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* give_up(void* unused) {
  pthread_mutex_lock(&mutex);
  abort();
  return unused;
}

int main(void) {
  puts("before");
  fflush(stdout);
  join_thread(start_thread(give_up, NULL));
  return 0;
}
