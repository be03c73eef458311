// The library of dlopen_plain.c, which nobody instruments.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct shared {
  pthread_mutex_t mutex;
  int counter;
};

void fill(char* text);
void* count(void* argument);
void run_in_thread(void (*callback)(void));

void fill(char* text) { memcpy(text, "abc", 4); }

void* count(void* argument) {
  struct shared* shared = argument;
  for (int i = 0; i < 10; ++i) {
    pthread_mutex_lock(&shared->mutex);
    ++shared->counter;
    pthread_mutex_unlock(&shared->mutex);
  }
  return NULL;
}

static void* call(void* callback) {
  (*(void (**)(void))callback)();
  return NULL;
}

void run_in_thread(void (*callback)(void)) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, call, &callback) == 0) pthread_join(thread, NULL);
}
