// A call that looks like synchronisation of a library we do not know: it works, and the trace says that
// there was one.
//
// expect-exit: 0
// expect-output: 2
// expect-events: fork=1 join=1
// deterministic: yes
// also: other_locks.plain.c
#include "../check.h"

void uv_mutex_lock(int* lock);
void uv_mutex_unlock(int* lock);

static int lock, count;

static void* add(void* unused) {
  uv_mutex_lock(&lock);
  ++count;
  uv_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  const pthread_t other = start_thread(add, NULL);
  add(NULL);
  join_thread(other);
  printf("%d\n", count);
  return 0;
}
