// Who waits for a futex goes on when somebody wakes it, and not before: nobody sends signals here.
// row: futex
// guilty: atomicity: who wakes it goes on counting
// flags: -D_GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int event, counted;

static void count(void) {
  const int before = atomic_load_explicit(&counted, memory_order_relaxed);
  atomic_store_explicit(&counted, before + 1, memory_order_relaxed);
}

static void* await(void* unused) {
  if (atomic_load(&event) == 0) syscall(SYS_futex, &event, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  count();
  return unused;
}

static void* tell(void* unused) {
  usleep(5000);  // so that the other one is asleep
#ifndef GUILTY
  count();
#endif
  atomic_store(&event, 1);
  syscall(SYS_futex, &event, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
#ifdef GUILTY
  count();
#endif
  return unused;
}

int main(void) {
  pthread_t waiter, teller;
  pthread_create(&waiter, NULL, await, NULL);
  pthread_create(&teller, NULL, tell, NULL);
  pthread_join(waiter, NULL);
  pthread_join(teller, NULL);
  return counted == 0;
}
