// A library that nobody instruments: a mutex and a condition of its own, made of atomics and
// futexes.
#include "futex_lock.plain.h"

#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static void sleep_while(atomic_int* word, int value) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}
static void wake(atomic_int* word, int count) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

void plain_lock(struct plain_monitor* m) {
  while (atomic_exchange(&m->taken, 1)) sleep_while(&m->taken, 1);
}

void plain_unlock(struct plain_monitor* m) {
  atomic_store(&m->taken, 0);
  wake(&m->taken, 1);
}

void plain_wait(struct plain_monitor* m) {
  const int seen = atomic_load(&m->changes);
  plain_unlock(m);
  sleep_while(&m->changes, seen);
  plain_lock(m);
}

void plain_notify_all(struct plain_monitor* m) {
  atomic_fetch_add(&m->changes, 1);
  wake(&m->changes, INT_MAX);
}
