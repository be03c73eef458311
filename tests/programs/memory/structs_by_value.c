// Large structs assigned, passed and returned by value: the compiler copies them with memcpy, onto
// the stack and into shared memory.
//
// expect-exit: 0
// expect-output: 100 elements, last 198
// expect-events: fork=1 join=1 acquire=2 release=2
// deterministic: yes
#include "../check.h"

struct large {
  int count;
  int elements[100];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct large shared;

static struct large doubled(struct large l) {
  for (int i = 0; i < l.count; ++i) l.elements[i] *= 2;
  return l;
}

static void* publish(void* argument) {
  const struct large* mine = argument;
  pthread_mutex_lock(&mutex);
  shared = doubled(*mine);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  struct large mine = {.count = 100};
  for (int i = 0; i < 100; ++i) mine.elements[i] = i;
  join_thread(start_thread(publish, &mine));
  pthread_mutex_lock(&mutex);
  const struct large got = shared;
  pthread_mutex_unlock(&mutex);
  CHECK(mine.elements[99] == 99);
  printf("%d elements, last %d\n", got.count, got.elements[99]);
  return 0;
}
