// pthread_mutex_trylock: EBUSY while another thread holds the mutex, success when it is free.
//
// expect-exit: 0
// expect-events: fork=2 join=2 acquire=2 release=2 failed_try=1
// deterministic: yes
#include <errno.h>
#include <stdint.h>

#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* try_it(void* unused) {
  (void)unused;
  const int error = pthread_mutex_trylock(&mutex);
  if (error == 0) CHECK(pthread_mutex_unlock(&mutex) == 0);
  return (void*)(intptr_t)error;
}

int main(void) {
  pthread_mutex_lock(&mutex);
  CHECK((intptr_t)join_thread(start_thread(try_it, NULL)) == EBUSY);
  pthread_mutex_unlock(&mutex);
  CHECK((intptr_t)join_thread(start_thread(try_it, NULL)) == 0);
  return 0;
}
