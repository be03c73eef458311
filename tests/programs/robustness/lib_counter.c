// The library of dlopen_instrumented.c.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static const char* text = "not loaded";

__attribute__((constructor)) static void loading(void) { text = "loaded"; }
__attribute__((destructor)) static void unloading(void) { puts("unloaded"); }

void count(void (*callback)(void));
int total(void);
const char* state(void);

void count(void (*callback)(void)) {
  pthread_mutex_lock(&mutex);
  ++counter;
  pthread_mutex_unlock(&mutex);
  callback();
}

int total(void) {
  pthread_mutex_lock(&mutex);
  const int result = counter;
  pthread_mutex_unlock(&mutex);
  return result;
}

const char* state(void) { return text; }
