// Signals and broadcasts that nobody waits for are lost: a later wait does not end because of them.
//
// expect-exit: 0
// expect-events: signal=2 broadcast=1 wait_begin>=1 wait_end>=1
// deterministic: no
#include <errno.h>
#include <time.h>

#include "../check.h"

int main(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  CHECK(pthread_cond_signal(&condition) == 0);
  CHECK(pthread_cond_broadcast(&condition) == 0);
  CHECK(pthread_cond_signal(&condition) == 0);

  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_nsec += 20 * 1000000;
  if (soon.tv_nsec >= 1000000000) ++soon.tv_sec, soon.tv_nsec -= 1000000000;
  pthread_mutex_lock(&mutex);
  // A spurious wake-up is allowed; so many of them are not credible.
  int error = 0, wakes = 0;
  while (error == 0 && wakes++ < 1000) error = pthread_cond_timedwait(&condition, &mutex, &soon);
  pthread_mutex_unlock(&mutex);
  CHECK(error == ETIMEDOUT);
  CHECK(pthread_cond_destroy(&condition) == 0);
  return 0;
}
