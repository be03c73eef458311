// A timed lock that has to wait and gets the mutex before its time is over.
//
// expect-exit: 0
// expect-output: 1 2
// expect-events: fork=1 join=1 acquire=2 release=2
// deterministic: no
#include <time.h>
#include <unistd.h>

#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int order[2], entries;

static void* wait_for_it(void* unused) {
  struct timespec late;
  clock_gettime(CLOCK_REALTIME, &late);
  late.tv_sec += 15;
  CHECK(pthread_mutex_timedlock(&mutex, &late) == 0);
  order[entries++] = 2;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_mutex_lock(&mutex);
  const pthread_t thread = start_thread(wait_for_it, NULL);
  usleep(20000);
  order[entries++] = 1;
  pthread_mutex_unlock(&mutex);
  join_thread(thread);
  printf("%d %d\n", order[0], order[1]);
  return 0;
}
