// pthread spin locks: lock, try, unlock.
//
// expect-exit: 0
// expect-output: 100
// expect-events: fork=3 join=3 acquire=101 release=101 failed_try=1
// deterministic: yes
#include <errno.h>

#include "../check.h"

static pthread_spinlock_t lock;
static int counter;

static void* count(void* unused) {
  for (int i = 0; i < 50; ++i) {
    CHECK(pthread_spin_lock(&lock) == 0);
    ++counter;
    CHECK(pthread_spin_unlock(&lock) == 0);
  }
  return unused;
}

static void* find_it_taken(void* unused) {
  CHECK(pthread_spin_trylock(&lock) == EBUSY);
  return unused;
}

int main(void) {
  CHECK(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE) == 0);
  const pthread_t a = start_thread(count, NULL), b = start_thread(count, NULL);
  join_thread(a);
  join_thread(b);

  CHECK(pthread_spin_trylock(&lock) == 0);
  join_thread(start_thread(find_it_taken, NULL));
  CHECK(pthread_spin_unlock(&lock) == 0);
  CHECK(pthread_spin_destroy(&lock) == 0);
  printf("%d\n", counter);
  return 0;
}
