// setitimer interrupts two threads that take a lock all the time, and whoever else is running; the
// handler only counts.
//
// expect-exit: 0
// expect-output: enough ticks
// expect-events: fork=2 join=2 acquire>=2 release>=2
// deterministic: no
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>

#include "../check.h"

static atomic_int ticks;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long counter;

static void tick(int signal) {
  (void)signal;
  atomic_fetch_add(&ticks, 1);
}

static void* work(void* unused) {
  do {
    pthread_mutex_lock(&mutex);
    ++counter;
    pthread_mutex_unlock(&mutex);
  } while (atomic_load(&ticks) < 10);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = tick, .sa_flags = SA_RESTART};
  CHECK(sigaction(SIGALRM, &action, NULL) == 0);
  const struct itimerval every = {.it_interval.tv_usec = 1000, .it_value.tv_usec = 1000};
  CHECK(setitimer(ITIMER_REAL, &every, NULL) == 0);
  const pthread_t a = start_thread(work, NULL), b = start_thread(work, NULL);
  join_thread(a);
  join_thread(b);
  CHECK(setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL) == 0);
  CHECK(counter >= 2);
  puts("enough ticks");
  return 0;
}
