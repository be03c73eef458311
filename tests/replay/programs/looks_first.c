// One thread tells the other by a plain variable that it is done. What the other does hangs on it.
#include <pthread.h>
#include <unistd.h>

static volatile int ready;
static volatile long data, other;

static void* a(void* unused) {
  data = 5;
  ready = 1;
  return unused;
}

static void* b(void* unused) {
  usleep(20000);
  if (ready)
    data = 1;
  else
    other = 1;
  return unused;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, a, 0);
  pthread_create(&y, 0, b, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}
