#include "capture/runtime/core/farewell.h"

#include "capture/runtime/core/enforcer.h"
#include "capture/runtime/core/inputs.h"
#include "capture/runtime/core/recorder_channel.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/core/threads.h"
#include "capture/runtime/ground/scheduler_tables.h"

namespace foreweave::runtime {

Farewell farewell;

namespace {

constexpr uint32_t kMostTurns = 2'000;
constexpr uint64_t kLeastWords = 1'000'000;
// Looks come every two milliseconds: so long a call is waited for of which it is not known when it
// returns.
constexpr uint32_t kMostQuietLooks = 10;
constexpr uint32_t kSleepsThatAreWaitedFor = 3;
constexpr uint32_t kSpinningSlices = 16;

// Whether a thread that does not run may do so in time. With the lock.
bool may_have_its_turn(const Thread& thread) {
  const bool waits_for_time =
      thread.state == State::outside || (thread.state == State::waiting && thread.wait_may_end);
  if (!waits_for_time) return thread.state == State::ready || thread.state == State::running;
  if (thread.sleeps)
    return thread.late_sleeps <= kSleepsThatAreWaitedFor &&
           is_before(thread.sleeps_until, farewell.until);
  return farewell.quiet_looks < kMostQuietLooks;
}

bool others_may_have_their_turn(const Thread* self) {
  const Locked locked(table_lock);
  farewell.quiet_looks = farewell.turns == farewell.turns_seen ? farewell.quiet_looks + 1 : 0;
  farewell.turns_seen = farewell.turns;
  bool some = false;
  for_each_thread([&](const Thread& t) { some |= &t != self && may_have_its_turn(t); });
  return some;
}

}  // namespace

void note_sleep_until(Thread* self, const timespec& time, clockid_t clock) {
  const timespec now = real_time(clock);
  self->sleeps_until =
      later(real_time(CLOCK_MONOTONIC), time.tv_sec - now.tv_sec, time.tv_nsec - now.tv_nsec);
  self->sleeps = true;
  if (farewell.was_given) ++self->late_sleeps;
}

bool has_no_turns_left() {
  return farewell.of && farewell.turns - farewell.first_turn >= kMostTurns;
}

bool is_farewell_over(const Thread* thread) {
  farewell.words += thread->spins ? kSliceOfASpinner : mean_slice;
  farewell.spinning = thread->spins ? farewell.spinning + 1 : 0;
  return farewell.words > farewell.most_words || has_no_turns_left() ||
         farewell.spinning > kSpinningSlices * (ready.size + 1);
}

Thread* end_farewell() {
  Thread* const ends = farewell.of;
  farewell.of = nullptr;
  return ends && waiting.remove(ends) ? ends : nullptr;
}

// With the token.
void let_others_have_their_turn() {
  Thread* const self = current();
  if (enforcing || self->busy || !channel || channel->exit_grace == 0 || farewell.was_given) return;
  farewell.was_given = true;
  const long milliseconds = channel->exit_grace;
  farewell.until =
      later(real_time(CLOCK_MONOTONIC), milliseconds / 1'000, milliseconds % 1'000 * 1'000'000);
  const uint64_t words = uint64_t{channel->filled} * FW_CHUNK_WORDS;
  farewell.most_words = words > kLeastWords ? words : kLeastWords;
  farewell.first_turn = farewell.turns;
  while (farewell.turns - farewell.first_turn < kMostTurns && others_may_have_their_turn(self)) {
    farewell.of = self;
    const Waited waited = wait_for(&farewell, {&farewell.until, CLOCK_MONOTONIC, false, true});
    const bool is_over = !farewell.of;
    farewell.of = nullptr;
    if (is_over || waited != Waited::woken) break;
  }
}

void leave_the_end_to_others() {
  Thread* const self = current();
  table_lock.lock();
  const bool others_end = farewell.of && farewell.of != self;
  if (Thread* const ends = others_end ? end_farewell() : nullptr) {
    ends->state = State::ready;
    ready.add(ends);
  }
  table_lock.unlock();
  while (others_end) wait_for(&farewell);
}

}  // namespace foreweave::runtime
