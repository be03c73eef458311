// One thread changes a name that another one prints, under a mutex.
// guilty: race: it is printed without the mutex
// rows: texts_printed
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char name[16] = "nobody";

static void* rename_it(void* to) {
  pthread_mutex_lock(&lock);
  strcpy(name, to);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* print_it(void* unused) {
#ifndef GUILTY
  pthread_mutex_lock(&lock);
#endif
  fprintf(stderr, "%*d%-4.3s %s, %ld %.2f %%%c\n", 3, 5, "number", name, 7L, 2.5, 'c');
#ifndef GUILTY
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, rename_it, "somebody");
  pthread_create(&threads[1], NULL, print_it, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
