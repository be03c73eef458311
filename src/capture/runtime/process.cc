// Other processes. A child of fork goes on without us, or with the log in the place of its parent
// if that is what is recorded (FwChannel::followed_fork). What it shares with its parent is then in
// the trace as it was up to the fork: memory, locks, everything that was allocated.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <sys/types.h>
#include <unistd.h>

#include "capture/runtime/core/enforcer.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/recorder_channel.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/core/threads.h"
#include "capture/runtime/files/standard_input.h"
#include "capture/runtime/files/traffic.h"

using namespace foreweave::runtime;

namespace {

FwChannel* first_channel;  // the program's; null: it is not recorded
// This process, if it is a child of the program or of one of its children.
FwDescent descent;
uint32_t generation;  // 0: it is the program
uint32_t forks;       // that it has made
bool has_threads;     // it is a child that is not recorded, and has told that it has threads
bool child_goes_on;   // with the log, instead of this process

// Ours comes last before the fork: whatever the program's own did is done.
void before_fork() {
  ++forks;
  Thread* const self = scheduling && channel ? current() : nullptr;
  child_goes_on = self && channel->followed_fork == forks && enter();
  if (!child_goes_on) return;
  await_steps(other_threads_at_fork());
  prepare_to_move_log(self);
  child_goes_on = channel != nullptr;
}

// Its threads run one at a time as before, but where to nobody knows.
void in_the_parent() {
  if (!child_goes_on) return;
  child_goes_on = false;
  leave_schedule_to_child();
  stop_logging("");
}

void go_on_with_the_log() {
  Thread* const self = current();
  move_log(self);
  schedule_only(self);
  become_only_thread(self);
  introduce_process();
}

// The child goes on without us: it has one thread, and its memory is its own.
void go_on_unrecorded() {
  forget_standard_input();
  stop_scheduling();
  channel = nullptr;
  enter_nowhere();
}

// Before anything that the program itself wants to have done there.
void in_the_child() {
  if (generation < FW_MOST_GENERATIONS) descent.forks[generation] = forks;
  ++generation;
  forks = 0;
  if (!scheduling) return;
  if (child_goes_on)
    go_on_with_the_log();
  else
    go_on_unrecorded();
  child_goes_on = false;
}

}  // namespace

namespace foreweave::runtime {

void watch_forks() {
  first_channel = channel;
  pthread_atfork(before_fork, in_the_parent, in_the_child);
}

void note_unrecorded_thread() {
  if (!first_channel || generation == 0 || generation > FW_MOST_GENERATIONS || scheduling ||
      has_threads)
    return;
  has_threads = true;
  const uint32_t n =
      __atomic_fetch_add(&first_channel->threaded_children_count, 1, __ATOMIC_RELAXED);
  if (n < FW_MOST_THREADED_CHILDREN) first_channel->threaded_children[n] = descent;
}

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

// The same without what was registered for forks, of which we are a part.
FW_INTERCEPTOR pid_t _Fork() noexcept {
  const Inside inside(false);
  before_fork();
  const pid_t result = FW_REAL(_Fork)();
  if (result == 0)
    in_the_child();
  else
    in_the_parent();
  return result;
}
