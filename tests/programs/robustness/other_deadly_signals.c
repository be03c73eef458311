// Children that die of an illegal instruction, a division by zero, a bus error, a termination
// signal: the parent sees each of them as it is.
//
// expect-exit: 0
// expect-output: SIGILL SIGFPE SIGBUS SIGTERM SIGPIPE
// deterministic: yes
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

static void illegal(void) { __builtin_trap(); }

static void divide(void) {
  volatile int seven = 7, zero = 0;
  volatile int result = seven / zero;
  (void)result;
}

static void bus(void) {
  const int file = memfd_create("empty", 0);
  volatile char* page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  *page = 1;  // behind the end of the file
}

static void terminate(void) { kill(getpid(), SIGTERM); }

static void write_to_nobody(void) {
  int ends[2];
  CHECK(pipe(ends) == 0);
  close(ends[0]);
  CHECK(write(ends[1], "x", 1) == 1);
}

static const char* how_it_dies(void (*body)(void)) {
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    body();
    _exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
  return sigabbrev_np(WTERMSIG(status));
}

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);  // so that no child has a part of it
  printf("SIG%s", how_it_dies(illegal));
  printf(" SIG%s", how_it_dies(divide));
  printf(" SIG%s", how_it_dies(bus));
  printf(" SIG%s", how_it_dies(terminate));
  printf(" SIG%s\n", how_it_dies(write_to_nobody));
  return 0;
}
