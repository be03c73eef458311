// Stacks that are switched by the program itself: makecontext and swapcontext, two fibres inside
// one thread and more in another.
//
// expect-exit: 0
// expect-output: abababab
// expect-events: fork=1 join=1
// deterministic: yes
#include <string.h>
#include <ucontext.h>

#include "../check.h"

enum { STACK = 128 * 1024, ROUNDS = 2 };

static _Thread_local ucontext_t home, fibres[2];
static _Thread_local char text[8];

static void fibre(int me) {
  for (int i = 0; i < ROUNDS; ++i) {
    strcat(text, me == 0 ? "a" : "b");
    CHECK(swapcontext(&fibres[me], &fibres[!me]) == 0);
  }
}

static void* run(void* result) {
  char* stacks = malloc(2 * STACK);
  CHECK(stacks != NULL);
  for (int i = 0; i < 2; ++i) {
    CHECK(getcontext(&fibres[i]) == 0);
    fibres[i].uc_stack.ss_sp = stacks + i * STACK;
    fibres[i].uc_stack.ss_size = STACK;
    fibres[i].uc_link = &home;
    makecontext(&fibres[i], (void (*)(void))fibre, 1, i);
  }
  CHECK(swapcontext(&home, &fibres[0]) == 0);
  strcpy(result, text);
  free(stacks);
  return NULL;
}

int main(void) {
  char in_main[8], in_thread[8];
  const pthread_t thread = start_thread(run, in_thread);
  run(in_main);
  join_thread(thread);
  printf("%s%s\n", in_main, in_thread);
  return 0;
}
