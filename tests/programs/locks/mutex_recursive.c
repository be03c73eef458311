// A recursive mutex: its owner may take it again, others get it after the last unlock.
//
// expect-exit: 0
// expect-output: depth 5, then free
// expect-events: fork=2 join=2 acquire>=2 release>=2 failed_try=1
// deterministic: yes
#include <errno.h>
#include <stdint.h>

#include "../check.h"

static pthread_mutex_t mutex;
static int depth;

static void descend(int levels) {
  CHECK(pthread_mutex_lock(&mutex) == 0);
  ++depth;
  if (levels > 1) descend(levels - 1);
}

static void* try_it(void* unused) {
  (void)unused;
  const int error = pthread_mutex_trylock(&mutex);
  if (error == 0) pthread_mutex_unlock(&mutex);
  return (void*)(intptr_t)error;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  CHECK(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE) == 0);
  CHECK(pthread_mutex_init(&mutex, &attributes) == 0);
  pthread_mutexattr_destroy(&attributes);

  descend(4);
  CHECK(pthread_mutex_trylock(&mutex) == 0);  // one more level
  ++depth;
  for (int i = 1; i < depth; ++i) CHECK(pthread_mutex_unlock(&mutex) == 0);
  CHECK((intptr_t)join_thread(start_thread(try_it, NULL)) == EBUSY);
  CHECK(pthread_mutex_unlock(&mutex) == 0);
  CHECK((intptr_t)join_thread(start_thread(try_it, NULL)) == 0);
  printf("depth %d, then free\n", depth);
  pthread_mutex_destroy(&mutex);
  return 0;
}
