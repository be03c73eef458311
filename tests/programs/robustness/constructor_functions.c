// Functions that run before main and after it, in the order of their priority; one starts a thread
// that is still running when main begins.
//
// expect-exit: 0
// expect-output: early late main
// expect-output: destructor
// expect-events: fork=1 join=1 semaphore_post=1 semaphore_wait=1
// deterministic: yes
#include <semaphore.h>
#include <string.h>

#include "../check.h"

static char text[32];
static sem_t main_is_running;
static pthread_t background;

static void* wait_for_main(void* unused) {
  sem_wait(&main_is_running);
  return unused;
}

__attribute__((constructor(201))) static void late(void) { strcat(text, "late "); }

__attribute__((constructor(200))) static void early(void) {
  strcat(text, "early ");
  CHECK(sem_init(&main_is_running, 0, 0) == 0);
  background = start_thread(wait_for_main, NULL);
}

__attribute__((destructor)) static void after_main(void) {
  join_thread(background);
  puts("destructor");
}

int main(void) {
  printf("%smain\n", text);
  sem_post(&main_is_running);
  return 0;
}
