// futex through syscall(): a mutex with sleeping waiters in a few lines, and a wait that times out
// or finds another value.
//
// expect-exit: 0
// expect-output: 400
// expect-events: fork=4 join=4 atomic_update>=400
// deterministic: yes
#include <errno.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../check.h"

static atomic_int word;  // 0 free, 1 taken, 2 taken and somebody sleeps
static int counter;

static long futex(int operation, int value, const struct timespec* limit) {
  return syscall(SYS_futex, &word, operation | FUTEX_PRIVATE_FLAG, value, limit, NULL, 0);
}

static void lock(void) {
  int seen = 0;
  if (atomic_compare_exchange_strong(&word, &seen, 1)) return;
  while (atomic_exchange(&word, 2) != 0) futex(FUTEX_WAIT, 2, NULL);
}

static void unlock(void) {
  if (atomic_exchange(&word, 0) == 2) futex(FUTEX_WAKE, 1, NULL);
}

static void* count(void* unused) {
  for (int i = 0; i < 100; ++i) {
    lock();
    ++counter;
    unlock();
  }
  return unused;
}

int main(void) {
  const struct timespec short_time = {.tv_nsec = 1000000};
  CHECK(futex(FUTEX_WAIT, 7, NULL) == -1 && errno == EAGAIN);
  CHECK(futex(FUTEX_WAIT, 0, &short_time) == -1 && errno == ETIMEDOUT);
  CHECK(futex(FUTEX_WAKE, 1, NULL) == 0);

  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) threads[i] = start_thread(count, NULL);
  for (int i = 0; i < 4; ++i) join_thread(threads[i]);
  printf("%d\n", counter);
  return 0;
}
