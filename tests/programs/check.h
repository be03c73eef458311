/* What the programs here have in common, for C and C++: CHECK says what is not as it should be and
 * ends the program with status 1; threads that are sure to start, and their results. */
#ifndef FOREWEAVE_TESTS_PROGRAMS_CHECK_H
#define FOREWEAVE_TESTS_PROGRAMS_CHECK_H

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(...)                                                                \
  do {                                                                            \
    if (!(__VA_ARGS__)) {                                                         \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #__VA_ARGS__); \
      _Exit(1);                                                                   \
    }                                                                             \
  } while (0)

static inline pthread_t start_thread(void* (*body)(void*), void* argument) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, body, argument) == 0);
  return thread;
}

static inline void* join_thread(pthread_t thread) {
  void* result;
  CHECK(pthread_join(thread, &result) == 0);
  return result;
}

#endif
