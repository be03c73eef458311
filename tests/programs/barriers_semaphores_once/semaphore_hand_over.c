// Two semaphores pass plain data to and fro: what was written before a post is seen after the wait.
//
// expect-exit: 0
// expect-output: 55
// expect-events: fork=1 join=1 semaphore_wait=20 semaphore_post=20 semaphore_init=2
// deterministic: yes
#include <semaphore.h>

#include "../check.h"

static sem_t filled, emptied;
static int box;

static void* fill(void* unused) {
  for (int i = 1; i <= 10; ++i) {
    sem_wait(&emptied);
    box = i;
    sem_post(&filled);
  }
  return unused;
}

int main(void) {
  CHECK(sem_init(&filled, 0, 0) == 0 && sem_init(&emptied, 0, 1) == 0);
  const pthread_t filler = start_thread(fill, NULL);
  int sum = 0;
  for (int i = 0; i < 10; ++i) {
    sem_wait(&filled);
    sum += box;
    sem_post(&emptied);
  }
  join_thread(filler);
  printf("%d\n", sum);
  return 0;
}
