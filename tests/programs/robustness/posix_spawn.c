// posix_spawn with a redirected output, from a thread, while another thread runs.
//
// expect-exit: 0
// expect-output: the child said: hello
// expect-events: fork=1 join=1
// deterministic: no
#define _GNU_SOURCE
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

extern char** environ;
static int ends[2];

static void* spawn(void* unused) {
  posix_spawn_file_actions_t actions;
  pid_t child;
  int status;
  CHECK(posix_spawn_file_actions_init(&actions) == 0);
  CHECK(posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) == 0);
  CHECK(posix_spawnp(&child, "echo", &actions, NULL, (char*[]){"echo", "hello", NULL}, environ) ==
        0);
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  return unused;
}

int main(void) {
  CHECK(pipe(ends) == 0);
  const pthread_t spawner = start_thread(spawn, NULL);
  char text[16] = "";
  CHECK(read(ends[0], text, sizeof text - 1) == 6);
  join_thread(spawner);
  printf("the child said: %s", text);
  return 0;
}
