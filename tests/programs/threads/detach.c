// Threads nobody joins: detached by an attribute, by their creator, and by themselves. A semaphore
// says when they are done.
//
// expect-exit: 0
// expect-output: 7
// expect-events: fork=3 join=0 semaphore_post=3 semaphore_wait=3
// deterministic: yes
#include <semaphore.h>

#include "../check.h"

static sem_t done;
static int bits[3];

static void* set_bit(void* bit) {
  *(int*)bit = 1 << ((int*)bit - bits);
  CHECK(sem_post(&done) == 0);
  return NULL;
}

static void* detach_itself(void* bit) {
  CHECK(pthread_detach(pthread_self()) == 0);
  return set_bit(bit);
}

int main(void) {
  CHECK(sem_init(&done, 0, 0) == 0);

  pthread_attr_t attributes;
  pthread_t thread;
  CHECK(pthread_attr_init(&attributes) == 0);
  CHECK(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0);
  CHECK(pthread_create(&thread, &attributes, set_bit, &bits[0]) == 0);
  pthread_attr_destroy(&attributes);
  CHECK(pthread_detach(start_thread(set_bit, &bits[1])) == 0);
  start_thread(detach_itself, &bits[2]);

  for (int i = 0; i < 3; ++i) CHECK(sem_wait(&done) == 0);
  printf("%d\n", bits[0] + bits[1] + bits[2]);
  return 0;
}
