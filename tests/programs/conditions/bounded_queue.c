// Two conditions with one mutex: a queue of two places between two producers and two consumers.
//
// expect-exit: 0
// expect-output: 20 items, sum 190
// expect-events: fork=4 join=4 acquire>=44 release>=44 signal>=42
// deterministic: yes
#include "../check.h"

enum { PLACES = 2, ITEMS = 10, END = -1 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int queue[PLACES], first, count;
static int items, sum;

static void put(int item) {
  pthread_mutex_lock(&mutex);
  while (count == PLACES) pthread_cond_wait(&not_full, &mutex);
  queue[(first + count++) % PLACES] = item;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&mutex);
}

// Counts the item, too, with the mutex still held.
static int take(void) {
  pthread_mutex_lock(&mutex);
  while (count == 0) pthread_cond_wait(&not_empty, &mutex);
  const int item = queue[first];
  first = (first + 1) % PLACES;
  --count;
  if (item != END) ++items, sum += item;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&mutex);
  return item;
}

static void* produce(void* from) {
  for (int i = 0; i < ITEMS; ++i) put(*(int*)from + i);
  return NULL;
}

static void* consume(void* unused) {
  while (take() != END) continue;
  return unused;
}

int main(void) {
  int low = 0, high = ITEMS;
  const pthread_t consumers[] = {start_thread(consume, NULL), start_thread(consume, NULL)};
  const pthread_t producers[] = {start_thread(produce, &low), start_thread(produce, &high)};
  join_thread(producers[0]);
  join_thread(producers[1]);
  put(END);
  put(END);
  join_thread(consumers[0]);
  join_thread(consumers[1]);
  printf("%d items, sum %d\n", items, sum);
  return 0;
}
