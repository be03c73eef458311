// A named semaphore: opened twice, it is the same one.
//
// expect-exit: 0
// expect-output: passed
// expect-events: fork=1 join=1 semaphore_post=2 semaphore_wait=2
// deterministic: yes
#include <fcntl.h>
#include <semaphore.h>
#include <unistd.h>

#include "../check.h"

static sem_t* semaphore;

static void* post(void* name) {
  sem_t* again = sem_open(name, 0);
  CHECK(again != SEM_FAILED);
  CHECK(sem_post(again) == 0);
  CHECK(sem_close(again) == 0);
  return NULL;
}

int main(void) {
  char name[64];
  snprintf(name, sizeof name, "/foreweave_test_%ld", (long)getpid());
  semaphore = sem_open(name, O_CREAT | O_EXCL, 0600, 0);
  CHECK(semaphore != SEM_FAILED);
  const pthread_t thread = start_thread(post, name);
  CHECK(sem_wait(semaphore) == 0);
  join_thread(thread);
  CHECK(sem_post(semaphore) == 0 && sem_wait(semaphore) == 0);
  CHECK(sem_unlink(name) == 0 && sem_close(semaphore) == 0);
  puts("passed");
  return 0;
}
