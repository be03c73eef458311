// A function of the program that is kept out by an attribute: its accesses are as those of a
// library we cannot see.
//
// expect-exit: 0
// expect-output: 1 20
// expect-events: fork=2 join=2 acquire=20 release=20
// deterministic: yes
#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

__attribute__((noinline, no_sanitize("thread"))) static void add_unseen(int amount) {
  counter += amount;
}

static void* work(void* unused) {
  for (int i = 0; i < 10; ++i) {
    pthread_mutex_lock(&mutex);
    add_unseen(1);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  add_unseen(1);
  const int first = counter;
  counter = 0;
  const pthread_t a = start_thread(work, NULL), b = start_thread(work, NULL);
  join_thread(a);
  join_thread(b);
  printf("%d %d\n", first, counter);
  return 0;
}
