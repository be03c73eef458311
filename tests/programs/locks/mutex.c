// A normal mutex, statically initialised: two threads count together.
//
// expect-exit: 0
// expect-output: 200
// expect-events: fork=2 join=2 acquire=200 release=200
// deterministic: yes
#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* count(void* unused) {
  for (int i = 0; i < 100; ++i) {
    pthread_mutex_lock(&mutex);
    ++counter;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  const pthread_t a = start_thread(count, NULL), b = start_thread(count, NULL);
  join_thread(a);
  join_thread(b);
  printf("%d\n", counter);
  return 0;
}
