// Threads that were told of each other and do not look at what they were told: by an annotation and
// by a barrier that other processes might share.
#include <foreweave.h>
#include <pthread.h>
#include <unistd.h>

static volatile int by_annotation, by_barrier;
static pthread_barrier_t barrier;

static void* tell(void* unused) {
  by_annotation = 1;
  FOREWEAVE_HAPPENS_BEFORE(&by_annotation);
  by_barrier = 1;
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_barrierattr_t attributes;
  pthread_barrierattr_init(&attributes);
  pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(&barrier, &attributes, 2);
  pthread_t thread;
  pthread_create(&thread, NULL, tell, NULL);
  usleep(20000);
  FOREWEAVE_HAPPENS_AFTER(&by_annotation);
  by_annotation = 2;
  pthread_barrier_wait(&barrier);
  by_barrier = 2;
  pthread_join(thread, NULL);
  return 0;
}
