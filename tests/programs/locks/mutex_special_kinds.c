// Mutexes of less common kinds: adaptive, with priority inheritance, shared between processes.
//
// expect-exit: 0
// expect-output: 40 40 40
// expect-events: fork=6 join=6 acquire=120 release=120
// deterministic: yes
#define _GNU_SOURCE
#include "../check.h"

static struct counter {
  pthread_mutex_t mutex;
  int value;
} counters[3];

static void* count(void* argument) {
  struct counter* counter = argument;
  for (int i = 0; i < 20; ++i) {
    CHECK(pthread_mutex_lock(&counter->mutex) == 0);
    ++counter->value;
    CHECK(pthread_mutex_unlock(&counter->mutex) == 0);
  }
  return NULL;
}

int main(void) {
  pthread_mutexattr_t attributes[3];
  for (int i = 0; i < 3; ++i) pthread_mutexattr_init(&attributes[i]);
  CHECK(pthread_mutexattr_settype(&attributes[0], PTHREAD_MUTEX_ADAPTIVE_NP) == 0);
  CHECK(pthread_mutexattr_setprotocol(&attributes[1], PTHREAD_PRIO_INHERIT) == 0);
  CHECK(pthread_mutexattr_setpshared(&attributes[2], PTHREAD_PROCESS_SHARED) == 0);
  for (int i = 0; i < 3; ++i) CHECK(pthread_mutex_init(&counters[i].mutex, &attributes[i]) == 0);

  pthread_t threads[6];
  for (int i = 0; i < 6; ++i) threads[i] = start_thread(count, &counters[i % 3]);
  for (int i = 0; i < 6; ++i) join_thread(threads[i]);
  printf("%d %d %d\n", counters[0].value, counters[1].value, counters[2].value);
  return 0;
}
