// A reader-writer lock: two readers are inside at the same time (they meet at a barrier there), a
// writer is alone.
//
// expect-exit: 0
// expect-output: both saw 1, then 2
// expect-events: fork=3 join=3 acquire=1 release=1 acquire_shared=3 release_shared=3
// deterministic: yes
#include <stdint.h>

#include "../check.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t inside;
static int value = 1;

static void* read_together(void* unused) {
  (void)unused;
  CHECK(pthread_rwlock_rdlock(&lock) == 0);
  pthread_barrier_wait(&inside);
  const intptr_t seen = value;
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  return (void*)seen;
}

static void* increment(void* unused) {
  CHECK(pthread_rwlock_wrlock(&lock) == 0);
  ++value;
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  return unused;
}

int main(void) {
  CHECK(pthread_barrier_init(&inside, NULL, 2) == 0);
  const pthread_t a = start_thread(read_together, NULL), b = start_thread(read_together, NULL);
  CHECK(join_thread(a) == (void*)1);
  CHECK(join_thread(b) == (void*)1);
  join_thread(start_thread(increment, NULL));
  CHECK(pthread_rwlock_rdlock(&lock) == 0);
  printf("both saw 1, then %d\n", value);
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  pthread_barrier_destroy(&inside);
  return 0;
}
