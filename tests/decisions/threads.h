// Two threads of which the second begins when the first is long done: what the recorded run did.
#pragma once

#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static inline void run_both(void* (*first)(void*), void* (*second)(void*)) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  usleep(20000);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_join(threads[1], NULL);
  pthread_join(threads[0], NULL);
}
