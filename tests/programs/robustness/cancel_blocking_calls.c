// Cancellation of threads that are blocked in read, in nanosleep and in a join.
//
// expect-exit: 0
// expect-output: 3 cancelled
// expect-events: fork=4
// deterministic: no
#include <time.h>
#include <unistd.h>

#include "../check.h"

static int ends[2];

static void* read_for_ever(void* unused) {
  char c;
  CHECK(read(ends[0], &c, 1) != 1);
  return unused;
}

static void* sleep_long(void* unused) {
  nanosleep(&(struct timespec){.tv_sec = 1000}, NULL);
  return unused;
}

static void* join_other(void* other) {
  pthread_join(*(pthread_t*)other, NULL);
  return NULL;
}

int main(void) {
  CHECK(pipe(ends) == 0);
  pthread_t sleeper = start_thread(sleep_long, NULL);
  const pthread_t threads[] = {start_thread(read_for_ever, NULL),
                               start_thread(join_other, &sleeper), start_thread(sleep_long, NULL)};
  usleep(5000);
  int cancelled = 0;
  for (int i = 0; i < 3; ++i) {
    CHECK(pthread_cancel(threads[i]) == 0);
    cancelled += join_thread(threads[i]) == PTHREAD_CANCELED;
  }
  CHECK(pthread_cancel(sleeper) == 0 && join_thread(sleeper) == PTHREAD_CANCELED);
  printf("%d cancelled\n", cancelled);
  return 0;
}
