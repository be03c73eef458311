// Threads synchronise through a library we cannot see: they sleep on futexes in there, and wake
// each other. The program has no data race, but what orders its accesses is out of sight.
//
// expect-exit: 0
// expect-output: 10 items, sum 55
// expect-events: fork=2 join=2 unseen_end>=20
// deterministic: no
// also: futex_lock.plain.c
#include "../check.h"
#include "futex_lock.plain.h"

static struct plain_monitor monitor;
static int box, items, sum;

static void* produce(void* unused) {
  for (int i = 1; i <= 10; ++i) {
    plain_lock(&monitor);
    while (box != 0) plain_wait(&monitor);
    box = i;
    plain_notify_all(&monitor);
    plain_unlock(&monitor);
  }
  return unused;
}

static void* consume(void* unused) {
  for (int i = 1; i <= 10; ++i) {
    plain_lock(&monitor);
    while (box == 0) plain_wait(&monitor);
    ++items;
    sum += box;
    box = 0;
    plain_notify_all(&monitor);
    plain_unlock(&monitor);
  }
  return unused;
}

int main(void) {
  const pthread_t consumer = start_thread(consume, NULL), producer = start_thread(produce, NULL);
  join_thread(producer);
  join_thread(consumer);
  printf("%d items, sum %d\n", items, sum);
  return 0;
}
