// A mutex that is destroyed and initialised again at the same address, as another type: two locks,
// not one. Also one that lives on the stack of a thread, and one on the heap.
//
// expect-exit: 0
// expect-events: fork=4 join=4 acquire>=5 release>=5
// deterministic: yes
#include "../check.h"

static void* use(void* mutex) {
  CHECK(pthread_mutex_lock(mutex) == 0);
  CHECK(pthread_mutex_unlock(mutex) == 0);
  return NULL;
}

static void* use_of_own_stack(void* unused) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  const pthread_t other = start_thread(use, &mutex);
  use(&mutex);
  join_thread(other);
  return unused;
}

int main(void) {
  pthread_mutex_t* mutex = malloc(sizeof *mutex);
  pthread_mutexattr_t recursive;
  CHECK(mutex != NULL);
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);

  CHECK(pthread_mutex_init(mutex, NULL) == 0);
  join_thread(start_thread(use, mutex));
  CHECK(pthread_mutex_destroy(mutex) == 0);

  CHECK(pthread_mutex_init(mutex, &recursive) == 0);
  CHECK(pthread_mutex_lock(mutex) == 0);
  CHECK(pthread_mutex_lock(mutex) == 0);
  CHECK(pthread_mutex_unlock(mutex) == 0);
  CHECK(pthread_mutex_unlock(mutex) == 0);
  join_thread(start_thread(use, mutex));
  CHECK(pthread_mutex_destroy(mutex) == 0);
  free(mutex);

  join_thread(start_thread(use_of_own_stack, NULL));
  pthread_mutexattr_destroy(&recursive);
  return 0;
}
