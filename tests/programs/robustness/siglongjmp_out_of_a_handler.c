// Faults that are caught: the handler for SIGSEGV jumps back with siglongjmp, and the program goes
// on. The faulting accesses are on purpose.
//
// expect-exit: 0
// expect-output: 20 faults survived
// expect-events: fork=1 join=1
// deterministic: yes
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

#include "../check.h"

static _Thread_local sigjmp_buf back;
static volatile char* forbidden;

static void handler(int signal, siginfo_t* info, void* context) {
  (void)signal;
  (void)context;
  siglongjmp(back, info->si_addr == (void*)forbidden ? 1 : 2);
}

static void* provoke_faults(void* count) {
  for (volatile int i = 0; i < 10; i = i + 1) {
    const int result = sigsetjmp(back, 1);
    if (result == 0) {
      *forbidden = 1;
      CHECK(!"no fault");
    }
    CHECK(result == 1);
    ++*(int*)count;
  }
  return NULL;
}

int main(void) {
  forbidden = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(forbidden != MAP_FAILED);
  struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
  CHECK(sigaction(SIGSEGV, &action, NULL) == 0);
  int count = 0;
  provoke_faults(&count);
  join_thread(start_thread(provoke_faults, &count));
  printf("%d faults survived\n", count);
  return 0;
}
