// vfork: the parent is suspended and its memory borrowed until the child executes another program
// or exits.
//
// expect-exit: 0
// expect-output: from the child
// expect-output: true 0, false 1, not found 127
// deterministic: yes
#define _GNU_SOURCE
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

static int run(char* const arguments[]) {
  const pid_t child = vfork();
  CHECK(child >= 0);
  if (child == 0) {
    execvp(arguments[0], arguments);
    _exit(127);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
  return WEXITSTATUS(status);
}

int main(void) {
  CHECK(run((char*[]){"echo", "from the child", NULL}) == 0);
  const int yes = run((char*[]){"true", NULL});
  const int no = run((char*[]){"false", NULL});
  const int none = run((char*[]){"no-such-program-anywhere", NULL});
  printf("true %d, false %d, not found %d\n", yes, no, none);
  return 0;
}
