// A signal ends a blocking call with EINTR: read, sem_wait, nanosleep and poll; but not a wait for
// a mutex, a condition or a join.
//
// expect-exit: 0
// expect-output: interrupted 4 times
// expect-events: fork=1 join=1
// deterministic: no
#include <errno.h>
#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "../check.h"

static atomic_int interruptions;
static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

static void handler(int signal) { (void)signal; }

static void count_if(int interrupted) {
  CHECK(interrupted && errno == EINTR);
  atomic_fetch_add(&interruptions, 1);
}

static void* block(void* unused) {
  int ends[2];
  sem_t never;
  char c;
  const struct timespec minute = {.tv_sec = 60};
  CHECK(pipe(ends) == 0 && sem_init(&never, 0, 0) == 0);
  count_if(read(ends[0], &c, 1) == -1);
  count_if(sem_wait(&never) == -1);
  count_if(nanosleep(&minute, NULL) == -1);
  count_if(poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, -1) == -1);
  CHECK(pthread_mutex_lock(&held) == 0);
  CHECK(pthread_mutex_unlock(&held) == 0);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = handler};  // no SA_RESTART
  CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
  pthread_mutex_lock(&held);
  const pthread_t thread = start_thread(block, NULL);
  // It may be hit between two calls, so try again until all four were interrupted.
  while (atomic_load(&interruptions) < 4) {
    usleep(2000);
    pthread_kill(thread, SIGUSR1);
  }
  for (int i = 0; i < 5; ++i) {
    pthread_kill(thread, SIGUSR1);
    usleep(1000);
  }
  pthread_mutex_unlock(&held);
  join_thread(thread);
  printf("interrupted %d times\n", atomic_load(&interruptions));
  return 0;
}
