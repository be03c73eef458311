// Handlers that are interrupted by other handlers, three deep, and touch atomics and plain memory
// that the interrupted code uses, too; in two threads, and inside a critical section.
//
// expect-exit: 0
// expect-output: depth 3, 60 handlers run
// expect-events: fork=2 join=2 acquire=20 release=20 atomic_update>=60
// deterministic: yes
#include <signal.h>
#include <stdatomic.h>
#include <string.h>

#include "../check.h"

static const int chain[] = {SIGUSR1, SIGUSR2, SIGALRM};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int handled;
static _Thread_local volatile sig_atomic_t depth;
static volatile sig_atomic_t deepest;  // under the mutex, which the interrupted thread holds

static void handler(int signal) {
  atomic_fetch_add(&handled, 1);
  if (++depth > deepest) deepest = depth;
  for (int i = 0; i < 2; ++i) {
    if (chain[i] == signal) raise(chain[i + 1]);
  }
  --depth;
}

static void* interrupt_itself(void* unused) {
  for (int i = 0; i < 10; ++i) {
    pthread_mutex_lock(&mutex);
    CHECK(raise(SIGUSR1) == 0);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = handler};
  for (int i = 0; i < 3; ++i) CHECK(sigaction(chain[i], &action, NULL) == 0);
  const pthread_t a = start_thread(interrupt_itself, NULL);
  const pthread_t b = start_thread(interrupt_itself, NULL);
  join_thread(a);
  join_thread(b);
  printf("depth %d, %d handlers run\n", (int)deepest, atomic_load(&handled));
  return 0;
}
