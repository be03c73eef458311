// Bit fields: neighbours in one unit are one memory location and need a lock; behind a field of
// width zero a new location starts, which another thread may write without one.
//
// expect-exit: 0
// expect-output: 5 9 100
// expect-events: fork=3 join=3 acquire=200 release=200
// deterministic: yes
#include "../check.h"

static struct {
  unsigned left : 3;
  unsigned right : 4;
  unsigned : 0;
  unsigned apart : 7;
} bits;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* write_left(void* unused) {
  for (int i = 0; i < 100; ++i) {
    pthread_mutex_lock(&mutex);
    bits.left = i == 99 ? 5 : i % 8;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void* write_right(void* unused) {
  for (int i = 0; i < 100; ++i) {
    pthread_mutex_lock(&mutex);
    bits.right = i == 99 ? 9 : i % 16;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void* write_apart(void* unused) {
  for (unsigned i = 0; i <= 100; ++i) bits.apart = i;
  return unused;
}

int main(void) {
  const pthread_t threads[] = {start_thread(write_left, NULL), start_thread(write_right, NULL),
                               start_thread(write_apart, NULL)};
  for (int i = 0; i < 3; ++i) join_thread(threads[i]);
  printf("%d %d %d\n", bits.left, bits.right, bits.apart);
  return 0;
}
