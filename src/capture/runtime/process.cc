// Forks, and what the program may learn about the CPU that it stays on.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <sys/types.h>
#include <unistd.h>

#include "capture/runtime/enforcer.h"
#include "capture/runtime/log.h"
#include "capture/runtime/scheduler.h"
#include "capture/runtime/standard_input.h"
#include "capture/runtime/threads.h"
#include "capture/runtime/traffic.h"

using namespace foreweave::runtime;

namespace {

// The child goes on without us: it has one thread, and its memory is its own.
void in_the_child() {
  if (!scheduling) return;
  forget_standard_input();
  stop_scheduling();
  channel = nullptr;
  enter_nowhere();
}

}  // namespace

namespace foreweave::runtime {

// Before the program can register its own: so ours is the first that the child calls.
void watch_forks() { pthread_atfork(nullptr, nullptr, in_the_child); }

}  // namespace foreweave::runtime

FW_INTERCEPTOR int posix_spawn(pid_t* child, const char* path,
                               const posix_spawn_file_actions_t* actions,
                               const posix_spawnattr_t* attributes, char* const arguments[],
                               char* const environment[]) {
  log_passing_on();
  return FW_REAL(posix_spawn)(child, path, actions, attributes, arguments, environment);
}

FW_INTERCEPTOR int posix_spawnp(pid_t* child, const char* file,
                                const posix_spawn_file_actions_t* actions,
                                const posix_spawnattr_t* attributes, char* const arguments[],
                                char* const environment[]) {
  log_passing_on();
  return FW_REAL(posix_spawnp)(child, file, actions, attributes, arguments, environment);
}

// With the token, so that no other thread of ours is in the middle of anything.
FW_INTERCEPTOR pid_t fork() noexcept {
  log_passing_on();  // to whoever waits for the child
  const Inside inside(false);
  return FW_REAL(fork)();
}
