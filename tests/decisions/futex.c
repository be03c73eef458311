// A lock made of a futex: who was asleep goes on only when somebody wakes it.
// row: futex
// guilty: race: one of the threads does without it
// flags: -D_GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int state;  // 0: free, 1: taken, 2: somebody may be asleep
static int total;

static void lock(void) {
  int seen = 0;
  if (atomic_compare_exchange_strong(&state, &seen, 1)) return;
  if (seen != 2) seen = atomic_exchange(&state, 2);
  while (seen != 0) {
    syscall(SYS_futex, &state, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
    seen = atomic_exchange(&state, 2);
  }
}

static void unlock(void) {
  if (atomic_exchange(&state, 0) == 2) syscall(SYS_futex, &state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void* add(void* unused) {
  for (int i = 0; i < 20; ++i) {
    lock();
    ++total;
    unlock();
  }
  return unused;
}

static void* add_once_more(void* unused) {
#ifdef GUILTY
  ++total;
  return unused;
#endif
  return add(unused);
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, i == 2 ? add_once_more : add, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return total == 0;
}
