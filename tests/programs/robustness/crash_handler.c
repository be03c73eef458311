// A program with a crash handler of its own, which writes a line and ends the process in its own
// way.
//
// expect-exit: 42
// expect-output: handler saw the crash
// expect-events: fork=1
// deterministic: yes
// flags: -Wno-null-dereference
#include <signal.h>
#include <unistd.h>

#include "../check.h"

static void handler(int signal) {
  static const char text[] = "handler saw the crash\n";
  const ssize_t written = write(STDOUT_FILENO, text, sizeof text - 1);
  _exit(signal == SIGSEGV && written > 0 ? 42 : 1);
}

static void* crash(void* nowhere) {
  *(volatile int*)nowhere = 1;
  return NULL;
}

int main(void) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESETHAND};
  CHECK(sigaction(SIGSEGV, &action, NULL) == 0);
  join_thread(start_thread(crash, NULL));
  return 1;
}
