// fork: parent and child go on with threads and locks of their own, on memory that is no longer
// shared.
//
// expect-exit: 0
// expect-output: parent 12, child's status 24
// expect-events: fork=2 join=2 acquire=2 release=2
// deterministic: yes
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value = 10;

static void* add(void* amount) {
  pthread_mutex_lock(&mutex);
  value += *(int*)amount;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void add_twice(int amount) {
  const pthread_t a = start_thread(add, &amount), b = start_thread(add, &amount);
  join_thread(a);
  join_thread(b);
}

int main(void) {
  const pid_t child = fork();
  CHECK(child >= 0);
  add_twice(child == 0 ? 7 : 1);
  if (child == 0) return value;  // through the usual exit, with all its handlers
  int status;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
  printf("parent %d, child's status %d\n", value, WEXITSTATUS(status));
  return 0;
}
