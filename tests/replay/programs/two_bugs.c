// A race on `raced`, a deadlock of `first` and `second`, and things about which nothing is wrong.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER,
                       guard = PTHREAD_MUTEX_INITIALIZER;
static long raced, guarded, own_of_a, own_of_b;

static void* a(void* unused) {
  pthread_mutex_lock(&guard);
  ++guarded;
  pthread_mutex_unlock(&guard);
  ++own_of_a;
  raced += 1;
  raced += 2;
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return unused;
}

static void* b(void* unused) {
  usleep(20000);
  pthread_mutex_lock(&guard);
  ++guarded;
  pthread_mutex_unlock(&guard);
  ++own_of_b;
  raced += 4;
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return unused;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, a, 0);
  pthread_create(&y, 0, b, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return guarded == 2 ? 0 : 1;
}
