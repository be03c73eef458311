// Semaphores whose count is not all our doing: one that was opened by its name and begins with one,
// and one that another process posts.
//
// expect-exit: 0
// expect-output: 6 rounds, 3 posts of a child
// expect-events: fork=2 join=2 semaphore_init>=2 semaphore_wait=9 semaphore_post=6
// deterministic: no
#include <fcntl.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

static sem_t* named;
static int rounds;

static void* work(void* unused) {
  for (int i = 0; i < 3; ++i) {
    sem_wait(named);
    ++rounds;
    sem_post(named);
  }
  return unused;
}

int main(void) {
  char name[64];
  snprintf(name, sizeof name, "/foreweave_test_%d", (int)getpid());
  named = sem_open(name, O_CREAT | O_EXCL, 0600, 1);
  CHECK(named != SEM_FAILED && sem_unlink(name) == 0);
  const pthread_t a = start_thread(work, NULL), b = start_thread(work, NULL);
  join_thread(a);
  join_thread(b);

  sem_t* shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(shared != MAP_FAILED && sem_init(shared, 1, 0) == 0);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    for (int i = 0; i < 3; ++i) sem_post(shared);
    _Exit(0);
  }
  int posts = 0;
  while (posts < 3) {
    CHECK(sem_wait(shared) == 0);
    ++posts;
  }
  CHECK(waitpid(child, NULL, 0) == child);
  printf("%d rounds, %d posts of a child\n", rounds, posts);
  return 0;
}
