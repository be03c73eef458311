// system and popen: a shell runs in between, its output and status come back.
//
// expect-exit: 0
// expect-output: status 3, read 42
// deterministic: yes
#include <sys/wait.h>

#include "../check.h"

int main(void) {
  const int status = system("exit 3");
  CHECK(WIFEXITED(status));
  FILE* calculation = popen("echo $((6 * 7))", "r");
  CHECK(calculation != NULL);
  int number = 0;
  CHECK(fscanf(calculation, "%d", &number) == 1);
  CHECK(pclose(calculation) == 0);

  FILE* sink = popen("cat >/dev/null; exit 5", "w");
  CHECK(sink != NULL && fputs("some text", sink) >= 0);
  CHECK(WEXITSTATUS(pclose(sink)) == 5);
  printf("status %d, read %d\n", WEXITSTATUS(status), number);
  return 0;
}
