// Two threads ask for dates, of which libc keeps only one, under a mutex.
// guilty: race: without the mutex
// rows: shared_time
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* year_of(void* moment) {
#ifndef GUILTY
  pthread_mutex_lock(&lock);
#endif
  const long year = 1900 + gmtime(moment)->tm_year;
#ifndef GUILTY
  pthread_mutex_unlock(&lock);
#endif
  return (void*)year;
}

int main(void) {
  time_t moments[] = {0, 86400 * 366L};
  void* years[2];
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, year_of, &moments[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], &years[i]);
  return (long)years[0] != 1970 || (long)years[1] != 1971;
}
