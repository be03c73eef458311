// Who runs: the token, the threads that would like it, and what the others wait for.
//
// All choices come from the seed. A thread becomes ready by what other threads do (an unlock, a
// signal), not by when the kernel wakes it, so that the order is the same in every run with the
// same seed and input; only threads that return from real blocking calls come when they come.
#pragma once

#include <time.h>

#include "capture/runtime/ground/runtime.h"

namespace foreweave::runtime {

// Makes this the first thread, with the token.
void start_scheduling(Thread* main_thread, uint64_t seed, uint32_t slice);
// In the child of a fork, where there is one thread: nothing is recorded any more; or it is, on.
void stop_scheduling();
void schedule_only(Thread* self);

// Has the token already, or waits for it. False: nothing is scheduled (any more), or what the
// thread does is not recorded.
bool enter();
// Gives the token up until enter().
void leave();
// The slice is over, or the thread has nothing better to do: perhaps somebody else runs on.
// Between these the thread keeps the token, unless it has to wait for something.
void stay();
void stay_no_longer();

void give_way(bool yields = false);
// Waits until somebody calls wake() for the same object. The deadline is of the given clock, or
// null. Returns with the token, and with what ended the wait.
enum class Waited { woken, timed_out, cancelled, interrupted };  // interrupted: by a signal
struct WaitOptions {
  const timespec* deadline = nullptr;
  clockid_t clock = CLOCK_REALTIME;
  bool cancellable = false;
  // Another process or the kernel may end it, too: then it also ends now and then while no thread
  // of ours runs, for the caller to look again.
  bool others_may_wake = false;
  FwWait what = FW_WAIT_other;
  // For who has to look again, but not because of other processes.
  bool only_we_end_it = false;
};
Waited wait_for(const void* object, const WaitOptions& options = {});
// Makes up to `count` threads ready that wait for the object, first come first served; tells how
// many.
uint32_t wake(const void* object, uint32_t count = UINT32_MAX);
// The same by a thread that we do not know, or whose doings are not recorded: it has no token.
void wake_from_outside(const void* object, uint32_t count = UINT32_MAX);
// Another thread, which exists from now on, is ready; and how it waits for its first turn, busy
// until then.
void add_ready(Thread* thread);
void await_first_turn(Thread* self);
// And that the log knows of it.
void note_begin(Thread* self);
// The calling thread is done; it has no token any more.
void finish_thread(Thread* self);
// The calling thread is about to end the program: comes back when the others have had their turn,
// or nothing comes of waiting for them. Requires the token.
void let_others_have_their_turn();
// Another thread waits in there: then the program has ended as far as the calling thread is
// concerned, and this does not come back.
void leave_the_end_to_others();
// Ends the wait of a thread, if it is one that can be cancelled.
void cancel_wait(Thread* thread);
// Has the token: waits until the schedule, if one is followed, lets the thread do its next step.
void await_turn();
// The same for what comes behind so many steps that the thread is going to do without asking.
void await_steps(uint32_t count);
// The token for as long as this lives, if the program is recorded and the thread did not have it.
// What the thread does with it is its next step, for which it waits until it may; unless it is
// none: then it belongs to the step before it, and others may need it to go on.
class Inside {
 public:
  explicit Inside(bool is_step = true)
      : goes_back_(scheduling && waits_outside()), active_(scheduling && enter()) {
    if (active_ && is_step) await_turn();
  }
  ~Inside() {
    if (goes_back_) leave();
  }
  Inside(const Inside&) = delete;
  explicit operator bool() const { return active_; }

 private:
  // Who waits for tasks (openmp.cc) only comes in to say something.
  static bool waits_outside() {
    const Thread* const self = current();
    return self && self->task_waits > 0 && self->state == State::outside;
  }

  bool goes_back_, active_;
};

// For replaying: what the thread is about to do, if it has to wait for its turn first. To be made
// before Inside.
class Announced {
 public:
  Announced(FwKind kind, const void* operand, uint64_t size = 0);
  ~Announced();

 private:
  FwThreadBlock* block_;
};

// The thread is in a call that returns after that time, if nothing happens before.
class Sleeping {
 public:
  Sleeping(time_t seconds, long nanoseconds);
  ~Sleeping();
  Sleeping(const Sleeping&) = delete;
};

// Without the token for as long as this lives: around a call that may block.
class Outside {
 public:
  explicit Outside(bool may_block = true);
  ~Outside();

 private:
  bool was_inside_;
};

}  // namespace foreweave::runtime
