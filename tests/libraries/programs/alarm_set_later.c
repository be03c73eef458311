// A timer's handler reads what was written before the timer was set; the handler was installed long before.
// guilty: race: the deadline is written after the timer is set
// rows: signal_timer
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static int deadline;
static volatile sig_atomic_t seen;
static sem_t came;

static void handler(int number) {
  (void)number;
  seen = deadline;
  sem_post(&came);
}

static void* work(void* unused) {
  while (sem_wait(&came) != 0) continue;
  return unused;
}

int main(void) {
  sigset_t set;
  pthread_t thread;
  const struct itimerval once = {{0, 0}, {0, 20000}};
  sem_init(&came, 0, 0);
  signal(SIGALRM, handler);
  pthread_create(&thread, 0, work, 0);
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &set, 0);
#ifndef GUILTY
  deadline = 5;
#endif
  setitimer(ITIMER_REAL, &once, 0);
#ifdef GUILTY
  deadline = 5;
#endif
  pthread_join(thread, 0);
  printf("%d\n", (int)seen);
  return seen == 5 ? 0 : 1;
}
