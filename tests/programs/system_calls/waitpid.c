// wait, waitpid and waitid block until a child has ended, while another thread goes on and lets it
// end.
//
// expect-exit: 0
// expect-output: 3 4 5
// expect-events: fork=1 join=1
// deterministic: no
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

static int gate[2];

static pid_t child_that_waits(int status) {
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    char c;
    _exit(read(gate[0], &c, 1) == 1 ? status : 100);
  }
  return child;
}

static void* open_gate(void* unused) {
  for (int i = 0; i < 3; ++i) {
    usleep(2000);
    CHECK(write(gate[1], "x", 1) == 1);
  }
  return unused;
}

int main(void) {
  CHECK(pipe(gate) == 0);
  const pid_t first = child_that_waits(3);
  int status = 0;
  CHECK(waitpid(first, &status, WNOHANG) == 0);
  const pthread_t opener = start_thread(open_gate, NULL);
  CHECK(waitpid(first, &status, 0) == first && WIFEXITED(status));

  const pid_t second = child_that_waits(4);
  int second_status = 0;
  CHECK(wait(&second_status) == second);

  const pid_t third = child_that_waits(5);
  siginfo_t info;
  CHECK(waitid(P_PID, (id_t)third, &info, WEXITED) == 0 && info.si_code == CLD_EXITED);
  join_thread(opener);
  printf("%d %d %d\n", WEXITSTATUS(status), WEXITSTATUS(second_status), info.si_status);
  return 0;
}
