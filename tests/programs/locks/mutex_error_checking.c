// An error-checking mutex: locking twice and unlocking what one does not hold are refused, and the
// refusals change nothing.
//
// expect-exit: 0
// expect-events: fork=1 join=1 acquire>=1 release>=1
// deterministic: yes
#include <errno.h>

#include "../check.h"

static pthread_mutex_t mutex;

static void* unlock_what_main_holds(void* unused) {
  CHECK(pthread_mutex_unlock(&mutex) == EPERM);
  CHECK(pthread_mutex_trylock(&mutex) == EBUSY);
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  CHECK(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK) == 0);
  CHECK(pthread_mutex_init(&mutex, &attributes) == 0);
  pthread_mutexattr_destroy(&attributes);

  CHECK(pthread_mutex_unlock(&mutex) == EPERM);
  CHECK(pthread_mutex_lock(&mutex) == 0);
  CHECK(pthread_mutex_lock(&mutex) == EDEADLK);
  join_thread(start_thread(unlock_what_main_holds, NULL));
  CHECK(pthread_mutex_unlock(&mutex) == 0);
  CHECK(pthread_mutex_unlock(&mutex) == EPERM);
  pthread_mutex_destroy(&mutex);
  return 0;
}
