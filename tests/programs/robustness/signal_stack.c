// Each thread has its own alternative signal stack, and handlers run on it.
//
// expect-exit: 0
// expect-output: 3 handlers on their own stacks
// expect-events: fork=2 join=2
// deterministic: yes
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>

#include "../check.h"

enum { SIZE = 128 * 1024 };

static _Thread_local char* stack;
static atomic_int on_own_stack;

static void handler(int signal) {
  (void)signal;
  volatile char local = 0;
  (void)local;
  const uintptr_t here = (uintptr_t)&local, from = (uintptr_t)stack;
  if (here >= from && here < from + SIZE) atomic_fetch_add(&on_own_stack, 1);
}

static void* use_own_stack(void* unused) {
  stack = malloc(SIZE);
  CHECK(stack != NULL);
  CHECK(sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = SIZE}, NULL) == 0);
  CHECK(raise(SIGUSR1) == 0);
  CHECK(sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL) == 0);
  free(stack);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
  const pthread_t a = start_thread(use_own_stack, NULL), b = start_thread(use_own_stack, NULL);
  use_own_stack(NULL);
  join_thread(a);
  join_thread(b);
  printf("%d handlers on their own stacks\n", atomic_load(&on_own_stack));
  return 0;
}
