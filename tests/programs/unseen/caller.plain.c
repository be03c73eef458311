// A library that nobody instruments: it calls back, once, several times, and out of threads of its
// own.
#include "caller.plain.h"

#include <pthread.h>
#include <stddef.h>

int call_each(const int* values, int count, int (*function)(int, void*), void* context) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += function(values[i], context);
  return sum;
}

struct call {
  int (*function)(int, void*);
  void* context;
  int argument, result;
};

static void* run(void* argument) {
  struct call* call = argument;
  call->result = call->function(call->argument, call->context);
  return NULL;
}

int call_in_threads(int threads, int (*function)(int, void*), void* context) {
  struct call calls[8];
  pthread_t ids[8];
  int sum = 0;
  if (threads > 8) return -1;
  for (int i = 0; i < threads; ++i) {
    calls[i] = (struct call){function, context, i, 0};
    if (pthread_create(&ids[i], NULL, run, &calls[i]) != 0) return -1;
  }
  for (int i = 0; i < threads; ++i) {
    pthread_join(ids[i], NULL);
    sum += calls[i].result;
  }
  return sum;
}
