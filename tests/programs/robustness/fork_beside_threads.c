// fork while another thread holds and releases a lock: pthread_atfork handlers make sure that the
// child, in which only the forking thread lives on, finds it usable.
//
// expect-exit: 0
// expect-output: prepare parent, 5 children fine
// expect-events: fork=1 join=1
// deterministic: no
#include <sched.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool enough;
static int prepared, resumed_parent, resumed_child;

static void prepare(void) {
  pthread_mutex_lock(&mutex);
  ++prepared;
}
static void in_parent(void) {
  ++resumed_parent;
  pthread_mutex_unlock(&mutex);
}
static void in_child(void) {
  ++resumed_child;
  pthread_mutex_unlock(&mutex);
}

static void* lock_and_unlock(void* unused) {
  while (!atomic_load(&enough)) {
    pthread_mutex_lock(&mutex);
    sched_yield();
    pthread_mutex_unlock(&mutex);
    sched_yield();
  }
  return unused;
}

int main(void) {
  CHECK(pthread_atfork(prepare, in_parent, in_child) == 0);
  const pthread_t other = start_thread(lock_and_unlock, NULL);
  int fine = 0;
  for (int i = 0; i < 5; ++i) {
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      pthread_mutex_lock(&mutex);
      _exit(resumed_child == 1 ? 0 : 1);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    fine += status == 0;
  }
  atomic_store(&enough, 1);
  join_thread(other);
  CHECK(prepared == 5 && resumed_parent == 5 && resumed_child == 0);
  printf("prepare parent, %d children fine\n", fine);
  return 0;
}
