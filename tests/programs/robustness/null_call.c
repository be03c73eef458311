// A call through a null function pointer: the program dies of SIGSEGV with the program counter at
// zero.
//
// expect-exit: signal SIGSEGV
// expect-events: fork=1 join=0 indirect_call>=1
// deterministic: yes
// finds: failure
#include "../check.h"

static void (*volatile function)(void);

static void* call_it(void* unused) {
  function();
  return unused;
}

int main(void) {
  join_thread(start_thread(call_it, NULL));
  return 0;
}
