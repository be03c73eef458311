// An exit handler that starts and joins threads and uses locks.
//
// expect-exit: 0
// expect-output: main done
// expect-output: 3 at exit
// expect-events: fork=3 join=3 acquire=3 release=3
// deterministic: yes
#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* count(void* unused) {
  pthread_mutex_lock(&mutex);
  ++counter;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void count_at_exit(void) {
  const pthread_t a = start_thread(count, NULL), b = start_thread(count, NULL);
  join_thread(a);
  join_thread(b);
  printf("%d at exit\n", counter);
}

int main(void) {
  CHECK(atexit(count_at_exit) == 0);
  join_thread(start_thread(count, NULL));
  puts("main done");
  return 0;
}
