// Robust mutexes whose owner ended without unlocking: the next owner is told (EOWNERDEAD) and
// either repairs the state or makes the mutex unusable (ENOTRECOVERABLE).
//
// expect-exit: 0
// expect-output: repaired, given up
// expect-events: fork=2 join=2 acquire>=5
// deterministic: yes
#include <errno.h>

#include "../check.h"

static pthread_mutex_t repaired, given_up;

static void make_robust(pthread_mutex_t* mutex) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  CHECK(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) == 0);
  CHECK(pthread_mutex_init(mutex, &attributes) == 0);
  pthread_mutexattr_destroy(&attributes);
}

static void* lock_and_leave(void* mutex) {
  CHECK(pthread_mutex_lock(mutex) == 0);
  return NULL;
}

int main(void) {
  make_robust(&repaired);
  make_robust(&given_up);

  join_thread(start_thread(lock_and_leave, &repaired));
  CHECK(pthread_mutex_lock(&repaired) == EOWNERDEAD);  // held nevertheless
  CHECK(pthread_mutex_consistent(&repaired) == 0);
  CHECK(pthread_mutex_unlock(&repaired) == 0);
  CHECK(pthread_mutex_lock(&repaired) == 0);
  CHECK(pthread_mutex_unlock(&repaired) == 0);

  join_thread(start_thread(lock_and_leave, &given_up));
  CHECK(pthread_mutex_trylock(&given_up) == EOWNERDEAD);
  CHECK(pthread_mutex_unlock(&given_up) == 0);  // without repairing it
  CHECK(pthread_mutex_lock(&given_up) == ENOTRECOVERABLE);

  pthread_mutex_destroy(&repaired);
  pthread_mutex_destroy(&given_up);
  puts("repaired, given up");
  return 0;
}
