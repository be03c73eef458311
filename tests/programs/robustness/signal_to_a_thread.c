// pthread_kill sends signals to a thread that computes and to one that is blocked in a lock; the
// handler runs in the right thread and posts a semaphore, which is allowed there.
//
// expect-exit: 0
// expect-output: 20 signals, each in its thread
// expect-events: fork=2 join=2 semaphore_post=20 semaphore_wait=20
// deterministic: no
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>

#include "../check.h"

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static sem_t handled;
static atomic_bool enough;
static _Atomic(pthread_t) last;

static void handler(int signal) {
  (void)signal;
  atomic_store(&last, pthread_self());
  sem_post(&handled);
}

static void* compute(void* unused) {
  volatile unsigned long work = 0;
  while (!atomic_load(&enough)) ++work;
  return unused;
}

static void* block(void* unused) {
  pthread_mutex_lock(&held);
  pthread_mutex_unlock(&held);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  CHECK(sigaction(SIGUSR1, &action, NULL) == 0 && sem_init(&handled, 0, 0) == 0);
  pthread_mutex_lock(&held);
  const pthread_t threads[] = {start_thread(compute, NULL), start_thread(block, NULL)};
  for (int i = 0; i < 20; ++i) {
    CHECK(pthread_kill(threads[i % 2], SIGUSR1) == 0);
    while (sem_wait(&handled) != 0) continue;
    CHECK(pthread_equal(atomic_load(&last), threads[i % 2]));
  }
  pthread_mutex_unlock(&held);
  atomic_store(&enough, 1);
  join_thread(threads[0]);
  join_thread(threads[1]);
  puts("20 signals, each in its thread");
  return 0;
}
