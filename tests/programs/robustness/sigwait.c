// A thread that waits for signals which all threads block: sigwait, sigwaitinfo with a value, and
// sigtimedwait that times out.
//
// expect-exit: 0
// expect-output: SIGUSR1, 42, timeout
// expect-events: fork=1 join=1
// deterministic: no
#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "../check.h"

static sigset_t signals;

static void* wait_for_signals(void* unused) {
  int signal = 0;
  siginfo_t info;
  CHECK(sigwait(&signals, &signal) == 0 && signal == SIGUSR1);
  CHECK(sigwaitinfo(&signals, &info) == SIGUSR2 && info.si_value.sival_int == 42);
  const struct timespec short_time = {.tv_nsec = 1000000};
  CHECK(sigtimedwait(&signals, &info, &short_time) == -1 && errno == EAGAIN);
  return unused;
}

int main(void) {
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  sigaddset(&signals, SIGUSR2);
  CHECK(pthread_sigmask(SIG_BLOCK, &signals, NULL) == 0);
  const pthread_t waiter = start_thread(wait_for_signals, NULL);
  usleep(2000);
  CHECK(kill(getpid(), SIGUSR1) == 0);
  CHECK(sigqueue(getpid(), SIGUSR2, (union sigval){.sival_int = 42}) == 0);
  join_thread(waiter);
  puts("SIGUSR1, 42, timeout");
  return 0;
}
