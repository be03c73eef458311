// A program that goes to another directory, clears its environment and changes its file mask before
// it ends.
//
// expect-exit: 0
// expect-output: in /
// expect-events: fork=1 join=1
// deterministic: yes
#define _GNU_SOURCE
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../check.h"

static void* leave(void* unused) {
  CHECK(chdir("/") == 0);
  return unused;
}

int main(void) {
  join_thread(start_thread(leave, NULL));
  CHECK(clearenv() == 0 && getenv("PATH") == NULL);
  umask(0777);
  char folder[PATH_MAX];
  CHECK(getcwd(folder, sizeof folder) != NULL);
  printf("in %s\n", folder);
  return 0;
}
