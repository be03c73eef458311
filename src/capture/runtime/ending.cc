// The end of the program is that of all its threads. Those that nobody waits for get their turn
// before it: in another run they might have had it, and what they do then belongs to what is looked
// at.
//
// In a replay the end comes when the schedule is over: what others are still to do they do before
// it.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "capture/runtime/core/enforcer.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/core/threads.h"
#include "capture/runtime/ground/futex.h"

using namespace foreweave::runtime;

namespace {

// A child of vfork() has our memory, and its end is not ours.
bool is_our_end() { return scheduling && raw_syscall(SYS_getpid) == our_process; }

// Before everything that the program does when it ends, which is part of what it does.
void before_the_end() {
  if (enforcing || !is_our_end()) return;
  if (const Inside inside(false); inside) {
    leave_the_end_to_others();
    let_others_have_their_turn();
  }
}

// Behind all that, or in its place.
void at_the_end() {
  if (enforcing && is_our_end()) const Inside inside;
}

__attribute__((destructor(101))) void end_orderly() { at_the_end(); }

using Main = int (*)(int, char**, char**);
Main program_main;

int run_main(int count, char** arguments, char** environment) {
  const int status = program_main(count, arguments, environment);
  before_the_end();
  return status;
}

}  // namespace

extern "C" int __libc_start_main(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
FW_INTERCEPTOR int __libc_start_main(Main main, int count, char** arguments, void (*init)(),
                                     void (*fini)(), void (*unload)(), void* stack_end) {
  program_main = main;
  return FW_REAL(__libc_start_main)(run_main, count, arguments, init, fini, unload, stack_end);
}

FW_INTERCEPTOR __attribute__((noreturn)) void exit(int status) noexcept {
  before_the_end();
  FW_REAL(exit)(status);
  __builtin_unreachable();
}

FW_INTERCEPTOR __attribute__((noreturn)) void _exit(int status) {
  before_the_end();
  at_the_end();
  FW_REAL(_exit)(status);
  __builtin_unreachable();
}
FW_INTERCEPTOR __attribute__((noreturn)) void _Exit(int status) noexcept { _exit(status); }

// Not an end but a failure: nobody gets a turn. The recorder learns who and why.
namespace {

void note_failure(const char* assertion, unsigned line) {
  Thread* const self = scheduling ? current() : nullptr;
  if (!self || !channel || !is_our_end() || channel->end.thread != 0) return;
  FwRunEnd& end = channel->end;
  end.signal = SIGABRT;
  end.line = line;
  for (size_t i = 0; assertion && assertion[i] && i + 1 < sizeof end.assertion; ++i)
    end.assertion[i] = assertion[i];
  __atomic_store_n(&end.thread, self->number + 1, __ATOMIC_RELEASE);
}

}  // namespace

FW_INTERCEPTOR __attribute__((noreturn)) void abort() noexcept {
  // A watchdog that barks because we gave it time.
  if (is_our_end() && !enforcing)
    if (const Inside inside(false); inside) leave_the_end_to_others();
  note_failure(nullptr, 0);
  FW_REAL(abort)();
  __builtin_unreachable();
}
FW_INTERCEPTOR __attribute__((noreturn)) void __assert_fail(const char* assertion, const char* file,
                                                            unsigned line,
                                                            const char* function) noexcept {
  note_failure(assertion, line);
  FW_REAL(__assert_fail)(assertion, file, line, function);
  __builtin_unreachable();
}

FW_INTERCEPTOR __attribute__((noreturn)) void quick_exit(int status) noexcept {
  before_the_end();
  FW_REAL(quick_exit)(status);
  __builtin_unreachable();
}
