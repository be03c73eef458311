// A timed wait that is signalled long before its time.
//
// expect-exit: 0
// expect-output: in time
// expect-events: fork=1 join=1 wait_begin>=1 wait_end>=1 signal=1
// deterministic: yes
#include <errno.h>
#include <time.h>

#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int value;

static void* produce(void* unused) {
  pthread_mutex_lock(&mutex);
  value = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  const struct timespec far_away = {.tv_sec = 4102444800};  // the year 2100
  pthread_mutex_lock(&mutex);
  const pthread_t producer = start_thread(produce, NULL);
  int error = 0;
  while (value == 0 && error == 0) error = pthread_cond_timedwait(&ready, &mutex, &far_away);
  pthread_mutex_unlock(&mutex);
  join_thread(producer);
  puts(error == 0 ? "in time" : "too late");
  return 0;
}
