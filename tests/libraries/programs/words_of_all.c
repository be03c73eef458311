// Two threads divide texts by a function that remembers only one of them, under a mutex.
// guilty: race: without the mutex
// rows: shared_place
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* count_words(void* text) {
  long words = 0;
#ifndef GUILTY
  pthread_mutex_lock(&lock);
#endif
  for (char* word = strtok(text, " "); word; word = strtok(NULL, " ")) ++words;
#ifndef GUILTY
  pthread_mutex_unlock(&lock);
#endif
  return (void*)words;
}

int main(void) {
  char texts[][16] = {"one and two", "three"};
  void* words[2];
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, count_words, texts[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], &words[i]);
  return (long)words[0] + (long)words[1] == 0;
}
