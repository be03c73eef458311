// A handler reads a setting that was made before the handler was installed, on a thread that was there before.
// guilty: race: the setting is made after the handler is installed
// rows: signal_handler signal_arrival
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static int limit;
static volatile sig_atomic_t seen;
static sem_t came;

static void handler(int number) {
  (void)number;
  seen = limit;
  sem_post(&came);
}

static void* work(void* unused) {
  while (sem_wait(&came) != 0) continue;
  return unused;
}

int main(void) {
  sigset_t set;
  pthread_t thread;
  struct sigaction action = {.sa_handler = handler};
  sem_init(&came, 0, 0);
  pthread_create(&thread, 0, work, 0);
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  struct itimerspec once = {.it_value = {.tv_nsec = 100000000}};
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
  timer_t timer;
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  timer_settime(timer, 0, &once, 0);  // orders nothing that comes behind it
#ifndef GUILTY
  limit = 7;
#endif
  sigaction(SIGALRM, &action, 0);
#ifdef GUILTY
  limit = 7;
#endif
  pthread_join(thread, 0);
  printf("%d\n", (int)seen);
  return seen == 7 ? 0 : 1;
}
