// One item comes, and all who wait are woken: each looks again whether it is the one who gets it.
// guilty: failure: who was woken does not look again
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void *take(void *unused) {
  pthread_mutex_lock(&mutex);
#ifdef GUILTY
  if (items == 0)
#else
  while (items == 0)
#endif
    pthread_cond_wait(&changed, &mutex);
  --items;
  assert(items >= 0);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void put(void) {
  pthread_mutex_lock(&mutex);
  ++items;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  pthread_t takers[2];
  for (int i = 0; i < 2; ++i) pthread_create(&takers[i], NULL, take, NULL);
  put();
  usleep(1000);
  put();
  for (int i = 0; i < 2; ++i) pthread_join(takers[i], NULL);
  return 0;
}
