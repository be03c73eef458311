// Threads that wait for each other in a library which was not built with us, and does not sleep.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static void (*one_at_a_time)(void (*)(void));
static int counts[1000], sum;

static void work(void) {
  for (int round = 0; round < 20; round++)
    for (int i = 0; i < 1000; i++) counts[i]++;
  sum += counts[7];
}

static void* run(void* unused) {
  for (int i = 0; i < 3; i++) one_at_a_time(work);
  return unused;
}

int main(void) {
  void* library = dlopen("./libspinning.so", RTLD_NOW);
  if (!library) return puts(dlerror()), 2;
  one_at_a_time = (void (*)(void (*)(void)))dlsym(library, "one_at_a_time");
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  printf("%d\n", sum);
  return 0;
}
