#include "capture/runtime/core/scheduler.h"

#include "capture/runtime/core/enforcer.h"
#include "capture/runtime/core/farewell.h"
#include "capture/runtime/core/holding.h"
#include "capture/runtime/core/inputs.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/passing_on.h"
#include "capture/runtime/core/signals.h"
#include "capture/runtime/core/threads.h"
#include "capture/runtime/core/waits.h"
#include "capture/runtime/ground/futex.h"
#include "capture/runtime/ground/priorities.h"
#include "capture/runtime/ground/scheduler_tables.h"

namespace foreweave::runtime {

bool scheduling;
long our_process;

FutexLock table_lock;
Thread* holder;
Queue ready, waiting;
uint32_t mean_slice;

namespace {

uint64_t random_state;
// Slices begin short and grow: so the seed makes a difference in short runs, too, and costs nothing
// in long ones. They become shorter again whenever a thread begins.
constexpr uint32_t kShortestSlice = 32;
uint32_t slice_now = kShortestSlice;

void give_to(Thread* next) {
  holder = next;
  if (!next) return;
  next->state = State::running;
  __atomic_fetch_add(&next->block->wake, 1, __ATOMIC_RELEASE);
}

// Neither signals nor asynchronous cancellation may come while the thread is in our queues or holds
// our lock. They wait, signals until the thread sleeps or leaves, cancellation until it leaves.
class Undisturbed {
 public:
  explicit Undisturbed(Thread* self) : self_(self) {
    __atomic_store_n(&self_->busy, self_->busy + 1, __ATOMIC_SEQ_CST);
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type_);
  }
  ~Undisturbed() {
    --self_->busy;
    if (type_ != PTHREAD_CANCEL_DEFERRED) pthread_setcanceltype(type_, nullptr);
  }
  Undisturbed(const Undisturbed&) = delete;

 private:
  Thread* self_;
  int type_ = PTHREAD_CANCEL_DEFERRED;
};

// Turns of threads that did not only look.
uint64_t busy_turns;

// Whoever rests may see something new now.
Thread* find_who_may_see() {
  for (Thread* t = waiting.first; t; t = t->next)
    if (t->rests && t->others_before_rest != busy_turns) return t;
  return nullptr;
}

Thread* choose_by_seed() {
  if (ready.size == 0) {
    Thread* const next = hold.of ? nullptr : find_who_may_see();
    if (!next) return nullptr;
    waiting.remove(next);
    return next;
  }
  if (hold.of) return choose_beside_held();
  if (by_priorities) return take_highest();
  return ready.take(ready.size == 1 ? 0 : static_cast<uint32_t>(next_random() % ready.size));
}

// A thread has become ready, and may be more important than the one that runs.
void consider(const Thread* thread) {
  if (by_priorities && holder && thread->priority > holder->priority) set_slice(holder, 0);
}

// Whether a thread that is not ready may be some time, without any of the others.
bool may_come(const Thread* thread) {
  bool somebody_is_outside = false;
  for_each_thread([&](const Thread& t) { somebody_is_outside |= t.state == State::outside; });
  return somebody_is_outside || (thread && thread->state == State::waiting && thread->wait_may_end);
}

// A thread that came back from outside and has not come to a step yet. What it does before that may
// be what the thread whose turn it is waits for outside (it closes a connection, it sends a
// signal), and changes nothing about the order of steps.
Thread* find_between_steps() {
  for (Thread* t = ready.first; t; t = t->next)
    if (t->between_steps) return t;
  return nullptr;
}

// Nobody, if the thread whose turn it is has yet to come back from where it is.
Thread* choose_by_schedule() {
  for (;;) {
    Thread* const next = scheduled_thread();
    const bool over = next && segment_is_over(next);  // it did this before it had to wait
    if (!over && next && next->state == State::ready && ready.remove(next)) return next;
    // At the end everybody goes as far as they get.
    if (over || (is_after_meeting() && (!next || next->state != State::outside))) {
      begin_next_segment();
      if (enforcing) continue;
      if (next && is_to_be_held(next)) begin_hold(next);
      return choose_by_seed();
    }
    const bool ended = next && next->state == State::finished;
    if (Thread* const meanwhile = ended ? nullptr : find_between_steps()) {
      ready.remove(meanwhile);
      return meanwhile;
    }
    if (!ended && may_come(next)) return nullptr;
    stray(ended ? FW_STRAY_ended : next ? FW_STRAY_waits : FW_STRAY_absent);
    return choose_by_seed();
  }
}

Thread* choose() { return enforcing ? choose_by_schedule() : choose_by_seed(); }

// The thread's segment of the schedule may be over, and with it others.
void end_segments(Thread* self) {
  while (segment_is_over(self)) begin_next_segment();
}

void set_new_slice(Thread* self) {
  if (schedule) {
    hold_meeting_if_due();
    self->block->stop_at = stop_of(self);
  }
  if (enforcing) return set_slice(self, UINT32_MAX);
  if (by_priorities) {
    return set_slice(self, take_words_to_next_change());
  }
  const uint32_t mean = self->spins || self->waits_long ? kSliceOfASpinner : slice_now;
  slice_now = slice_now + slice_now / 4 < mean_slice ? slice_now + slice_now / 4 : mean_slice;
  set_slice(self, mean / 2 + static_cast<uint32_t>(next_random() % mean));
}

// The creator goes on, for a while that the seed decides, or not at all.
void shorten_slices(Thread* creator) {
  if (enforcing || by_priorities) return;
  slice_now = slice_now / 8 < kShortestSlice ? kShortestSlice : slice_now / 8;
  set_slice(creator, static_cast<uint32_t>(next_random() % 2 * (next_random() % kShortestSlice)));
}

// Who waits only for some time, and is woken, gets its turn before whoever woke it takes the same
// thing again; sometimes: else two threads that give up and try again could do so for ever.
void let_others_hurry(Thread* running) {
  if (!running || enforcing || next_random() % 2 == 0) return;
  if (by_priorities) fall_behind(running);
  set_slice(running, static_cast<uint32_t>(next_random() % kShortestSlice));
}

// A thread that has ended still gives its stack and its part of the heap back, without the token.
// Who runs next waits for that: otherwise the addresses of what it allocates would depend on luck.
long leaving_thread;

void wait_for_leaving_thread() {
  if (leaving_thread == 0) return;
  const long process = raw_syscall(SYS_getpid);
  for (int i = 0; i < 2'000 && raw_syscall(SYS_tgkill, process, leaving_thread, 0) == 0; ++i) {
    const timespec a_little{0, 20'000};
    raw_syscall(SYS_nanosleep, reinterpret_cast<long>(&a_little), 0);
  }
  leaving_thread = 0;
}

// What a thread does once it was cancelled comes behind that.
void hear_of_cancel(Thread* self) {
  if (!self->hears_of_cancel) return;
  self->hears_of_cancel = false;
  log_signal_taken();
}

// With the token just received.
void begin_slice(Thread* self) {
  ++farewell.turns;
  wait_for_leaving_thread();
  take_log(self);
  set_new_slice(self);
  if (has_no_turns_left())
    set_slice(self, 0);  // who only wakes others never comes to the end of one
  if (self->has_begun) hear_of_cancel(self);
  if (has_signals(self)) self->block->limit = nullptr;  // a signal came meanwhile
}

bool has_token(Thread* self) { return __atomic_load_n(&holder, __ATOMIC_ACQUIRE) == self; }

// The recorder found that the holder has been asleep in a system call for a while, in code that we
// do not see: from here on it counts as outside, and stops at the next gate. A holder that is busy
// sleeps in our own code: it was given the token and has not woken up yet, or waits for room in the
// log. It goes on by itself, and would never come to a gate as somebody who is outside.
void take_from_sleeper() {
  const uint32_t revoked = channel ? __atomic_load_n(&channel->revoke, __ATOMIC_ACQUIRE) : 0;
  if (revoked == 0) return;
  table_lock.lock();
  Thread* next = nullptr;
  if (__atomic_exchange_n(&channel->revoke, 0, __ATOMIC_ACQ_REL) == revoked && holder &&
      holder->block_number + 1 == revoked && ready.size > 0 &&
      __atomic_load_n(&holder->busy, __ATOMIC_ACQUIRE) == 0 &&
      (!enforcing || segment_is_over(holder) || find_between_steps())) {
    end_segments(holder);
    drop_log(holder);
    holder->state = State::outside;
    next = choose();
    give_to(next);
  }
  table_lock.unlock();
  if (next) wake_up(next);
}

// The replayer found that nothing moves: the thread whose turn it is came to wait for what only
// others could bring, for the world went another way. The program goes on without the schedule.
void give_up_if_told() {
  if (!enforcing || !__atomic_load_n(&schedule->give_up, __ATOMIC_ACQUIRE)) return;
  table_lock.lock();
  Thread* next = nullptr;
  if (enforcing) {
    stray(FW_STRAY_away);
    if (!holder && (next = choose())) give_to(next);
  }
  table_lock.unlock();
  if (next) wake_up(next);
}

timespec soon(clockid_t clock) {
  constexpr long kTick = 2'000'000;
  return later(real_time(clock), 0, kTick);
}

bool is_late(const WaitOptions& options) {
  return options.deadline && (enforcing || !is_before(real_time(options.clock), *options.deadline));
}

void enter_locked(Thread* self);

// A signal came while the thread waits. Its handlers run now, with the token; then the wait is
// over. False if the wait was over anyway.
bool interrupt_wait(Thread* self) {
  table_lock.lock();
  if (!waiting.remove(self)) {
    table_lock.unlock();
    return false;
  }
  enter_locked(self);
  const int busy = self->busy;
  self->busy = 0;
  self->interrupted = !deliver_signals(self);
  self->busy = busy;
  return true;
}

// By the thread that is held: nobody runs, and nobody may come who would make it go on. With the
// lock.
void look_beside_held() {
  if (holder || !hold.of) return;
  ++hold.looks;
  Thread* const next = choose();
  if (!next) return;
  give_to(next);
  wake_up(next);
}

// Until this thread has the token. False if the deadline came, or nobody runs who could end the
// wait, before anybody made it ready.
bool sleep_until_chosen(Thread* self, const WaitOptions& options = {}) {
  FwThreadBlock* const block = self->block;
  bool in_time = true;
  bool waits = options.deadline || options.others_may_wake;
  __atomic_store_n(&block->asleep, 1, __ATOMIC_RELEASE);
  for (;;) {
    const uint32_t seen = __atomic_load_n(&block->wake, __ATOMIC_ACQUIRE);
    if (has_token(self)) break;
    if (has_signals(self) && self->state == State::waiting && interrupt_wait(self)) break;
    timespec until;
    waits |= self->held;
    if (waits) {
      until = options.others_may_wake || enforcing || self->held ? soon(options.clock)
                                                                 : *options.deadline;
      if (options.deadline && !enforcing && is_before(*options.deadline, until))
        until = *options.deadline;
    }
    const long result = futex_wait(&block->wake, seen, waits ? &until : nullptr,
                                   options.clock == CLOCK_REALTIME, true);
    take_from_sleeper();
    give_up_if_told();
    if (result != -ETIMEDOUT) continue;
    const Locked locked(table_lock);
    if (self->held) {
      look_beside_held();
      continue;
    }
    if (self->state != State::waiting) {
      waits = false;  // it was woken in time, and only has to wait for its turn
      continue;
    }
    // In a replay time is over when the schedule says so.
    if (enforcing ? holder || scheduled_thread() != self : holder && !is_late(options)) continue;
    in_time = false;
    break;
  }
  __atomic_store_n(&block->asleep, 0, __ATOMIC_RELEASE);
  return in_time;
}

// Takes the token from the calling thread and passes it on. Its state says why.
void pass_on(Thread* self) {
  drop_log(self);
  if (!self->rests) ++busy_turns;
  Thread* const next = choose();
  give_to(next);
  if (!next && !enforcing) note_if_all_wait();
  table_lock.unlock();
  if (next && next != self) wake_up(next);
}

// Leaves the lock open.
void enter_locked(Thread* self) {
  if (holder == nullptr && (!enforcing || scheduled_thread() == self)) {
    give_to(self);
    table_lock.unlock();
  } else {
    self->state = State::ready;
    ready.add(self);
    Thread* const next = holder ? nullptr : choose();
    if (next) give_to(next);
    table_lock.unlock();
    if (next && next != self) wake_up(next);
    sleep_until_chosen(self);
  }
  begin_slice(self);
}

// First come first served, unless the schedule lets somebody else go on sooner.
Thread* first_waiter(const void* object) {
  Thread* first = nullptr;
  for (Thread* t = waiting.first; t; t = t->next)
    if (t->waits_for == object && (!first || (enforcing && is_sooner(t, first)))) first = t;
  return first;
}

uint32_t make_ready(const void* object, uint32_t count) {
  uint32_t woken = 0;
  bool is_in_a_hurry = false;
  for (; woken < count; ++woken) {
    Thread* const first = first_waiter(object);
    if (!first) break;
    is_in_a_hurry |= first->wait_may_end;
    waiting.remove(first);
    first->state = State::ready;
    ready.add(first);
    consider(first);
  }
  if (is_in_a_hurry) let_others_hurry(holder);
  return woken;
}

}  // namespace

uint64_t next_random() {  // xorshift64*
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return random_state * 0x2545f4914f6cdd1dull;
}

// The futex is shared: the recorder wakes sleepers, too.
void wake_up(Thread* thread) { futex_wake(&thread->block->wake, 1, true); }

void start_scheduling(Thread* main_thread, uint64_t seed, uint32_t slice) {
  random_state = seed * 0x9e3779b97f4a7c15ull + 0xd1b54a32d192ed03ull;
  if (random_state == 0) random_state = 1;
  mean_slice = slice < 8 ? 8 : slice;
  if (channel->policy == FW_POLICY_priorities) {
    begin_priorities(channel->priority_changes, channel->expected_words);
    main_thread->priority = next_priority();
  }
  our_process = raw_syscall(SYS_getpid);
  holder = main_thread;
  main_thread->state = State::running;
  scheduling = true;
  begin_slice(main_thread);
}

void stop_scheduling() { scheduling = false; }

void schedule_only(Thread* self) {
  table_lock = {};
  ready = waiting = {};
  leaving_thread = 0;
  farewell = {};
  holder = self;
  our_process = raw_syscall(SYS_getpid);
}

void await_steps(uint32_t count) {
  FwThreadBlock* const block = current()->block;
  block->done += count;
  await_turn();
  block->done -= count;
}

bool enter() {
  Thread* const self = current();
  if (!self || self->state == State::finished || self->unrecorded) return false;
  if (has_token(self)) return true;
  const int saved = errno;
  const Undisturbed undisturbed(self);
  table_lock.lock();
  self->between_steps = true;
  enter_locked(self);
  self->between_steps = false;
  errno = saved;
  return true;
}

void leave() {
  Thread* const self = current();
  if (!self || !has_token(self)) return;
  const Undisturbed undisturbed(self);
  table_lock.lock();
  if (!has_token(self)) return table_lock.unlock();  // it was taken from us just now
  end_segments(self);
  self->state = State::outside;
  pass_on(self);
}

void await_turn() {
  if (!enforcing) return;
  Thread* const self = current();
  if (self->block->done < self->block->stop_at) return;
  const int saved = errno;
  const Undisturbed undisturbed(self);
  for (;;) {
    table_lock.lock();
    end_segments(self);
    self->held = is_to_be_held(self);
    if (self->held)
      hold.of = self;
    else if (!enforcing || scheduled_thread() == self)
      break;
    self->state = State::ready;
    ready.add(self);
    pass_on(self);
    sleep_until_chosen(self);
    begin_slice(self);
    if (!self->held) continue;
    self->held = false;
    errno = saved;
    return;
  }
  table_lock.unlock();
  set_new_slice(self);
  errno = saved;
}

namespace {

// With the lock, which it gives up.
void give_way_to_others(Thread* self, bool yields) {
  if (hold.of) hold.spinning = self->spins ? hold.spinning + 1 : 0;
  Thread* const ends = farewell.of && is_farewell_over(self) ? end_farewell() : nullptr;
  if (by_priorities) note_words(self, self->spins || yields);
  if (ready.size == 0 && !ends) {
    table_lock.unlock();
    return set_new_slice(self);
  }
  self->state = State::ready;
  ready.add(self);
  Thread* const next = ends ? ends : choose();
  if (next == self) {
    self->state = State::running;
    table_lock.unlock();
    return set_new_slice(self);
  }
  drop_log(self);
  if (!self->waits_long) ++busy_turns;
  give_to(next);
  table_lock.unlock();
  wake_up(next);
  sleep_until_chosen(self);
  begin_slice(self);
}

// Who only waits for others, and is known to, has time: it looks again after a moment, or a log of
// nothing but its looks would grow by millions of events a second. Others find the token free. The
// longer it has waited, the longer is the moment, so that there are not many more looks in ten
// seconds than in one, and that it comes late by a small part of the time that it waited anyway. If
// others did something and nobody runs, it looks at once.
void rest(Thread* self, uint32_t words) {
  constexpr long kShortest = 20'000, kPart = 16;  // nanoseconds
  const timespec now = real_time(CLOCK_MONOTONIC);
  if (!self->waits_long) {
    self->waits_long = true;
    self->waits_since = now;
  }
  const long waited = (now.tv_sec - self->waits_since.tv_sec) * 1'000'000'000 +
                      (now.tv_nsec - self->waits_since.tv_nsec);
  const long moment = waited / kPart < kShortest ? kShortest : waited / kPart;
  const timespec until = later(now, moment / 1'000'000'000, moment % 1'000'000'000);
  self->others_before_rest = busy_turns;
  self->rests = true;
  wait_for(&self->rests, {.deadline = &until, .clock = CLOCK_MONOTONIC});
  self->rests = false;
  if (has_token(self)) set_slice(self, words);
}

// Whether the thread goes round as it is known to do while it waits. What it does only now and then
// while it goes round (it yields after a hundred looks) makes no difference, unless it does nothing
// else any more.
bool may_rest(Thread* self, const LoggedRound& round, bool yields) {
  constexpr uint32_t kOtherTurns = 16;
  const uint64_t known = __atomic_load_n(&self->block->idle_round, __ATOMIC_RELAXED);
  if (known == 0 || farewell.of || hold.of) return false;
  if ((round.words > 0 && round.name == known) || (yields && went_round(self, known))) {
    self->other_turns = 0;
    return true;
  }
  if (self->waits_long && ++self->other_turns > kOtherTurns) self->waits_long = false;
  return false;
}

// Tells how many words the thread gets for its next look if it had better rest, instead of giving
// way.
uint32_t give_way_or_rest(Thread* self, bool yields) {
  constexpr uint32_t kRounds = 6;  // to see that it goes round again
  const Undisturbed undisturbed(self);
  table_lock.lock();
  const bool matters = ready.size > 0 || farewell.of || self->block->idle_round != 0;
  const LoggedRound round = matters ? round_of(self) : LoggedRound();
  self->spins = round.words > 0;
  if (may_rest(self, round, yields)) {
    table_lock.unlock();
    return round.words > 0 ? kRounds * round.words : kSliceOfASpinner;
  }
  give_way_to_others(self, yields);
  return 0;
}

}  // namespace

void stay() {
  Thread* const self = current();
  if (!self || enforcing || !has_token(self)) return;
  if (!self->stays) self->left_of_slice = words_left(self);
  self->stays = true;
  set_slice(self, UINT32_MAX);
}
// With what was left: who does this in each round of a loop would never come to the end of a new
// slice.
void stay_no_longer() {
  Thread* const self = current();
  if (!self || enforcing || !self->stays) return;
  self->stays = false;
  if (has_token(self)) set_slice(self, self->left_of_slice);
}

void give_way(bool yields) {
  Thread* const self = current();
  if (enforcing) return set_new_slice(self);
  if (const uint32_t words = give_way_or_rest(self, yields); words > 0) rest(self, words);
}

Waited wait_for(const void* object, const WaitOptions& how) {
  Thread* const self = current();
  WaitOptions options = how;
  timespec storage;
  options.deadline = on_real_clock(how.deadline, how.clock, storage);
  const int saved = errno;
  const Undisturbed undisturbed(self);
  table_lock.lock();
  if (options.cancellable && self->cancelled) {
    table_lock.unlock();
    return Waited::cancelled;
  }
  end_segments(self);
  self->state = State::waiting;
  self->wait_may_end = options.deadline || options.others_may_wake;
  self->only_we_end_it = options.only_we_end_it && !options.deadline;
  self->block->wait_may_end = self->wait_may_end && !self->only_we_end_it;
  self->block->waits_for = reinterpret_cast<uint64_t>(object);
  self->block->waits_how = options.what;
  if (options.what == FW_WAIT_thread)
    self->block->waits_thread = static_cast<const Thread*>(object)->number;
  self->waits_for = object;
  self->cancellable = options.cancellable;
  if (options.deadline && object != &farewell)
    note_sleep_until(self, *options.deadline, options.clock);
  waiting.add(self);
  if (!enforcing) note_deadlock(self);
  pass_on(self);
  const bool in_time = sleep_until_chosen(self, options);
  self->block->waits_for = 0;
  self->sleeps = false;
  if (self->interrupted) {
    self->interrupted = false;
    errno = saved;
    return Waited::interrupted;
  }
  if (!in_time) {
    table_lock.lock();
    if (waiting.remove(self)) {
      const bool late = is_late(options);
      enter_locked(self);
      errno = saved;
      return late ? Waited::timed_out : Waited::woken;
    }
    table_lock.unlock();  // woken at the last moment
    sleep_until_chosen(self);
  }
  begin_slice(self);
  errno = saved;
  return options.cancellable && self->cancelled ? Waited::cancelled : Waited::woken;
}

uint32_t wake(const void* object, uint32_t count) {
  const Undisturbed undisturbed(current());
  const Locked locked(table_lock);
  return make_ready(object, count);
}

void wake_from_outside(const void* object, uint32_t count) {
  if (!scheduling) return;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  Thread* next = nullptr;
  {
    const Locked locked(table_lock);
    if (make_ready(object, count) > 0 && !holder && (next = choose())) give_to(next);
  }
  if (next) wake_up(next);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void add_ready(Thread* thread) {
  const Undisturbed undisturbed(current());
  const Locked locked(table_lock);
  thread->state = State::ready;
  thread->priority = next_priority();
  ready.add(thread);
  consider(thread);
  shorten_slices(current());
}

void await_first_turn(Thread* self) {
  sleep_until_chosen(self);
  begin_slice(self);
  --self->busy;
}

void note_begin(Thread* self) {
  self->has_begun = true;
  hear_of_cancel(self);
}

void finish_thread(Thread* self) {
  ++self->busy;  // for good
  table_lock.lock();
  end_segments(self);
  note_finished(self);
  leaving_thread = raw_syscall(SYS_gettid);
  pass_on(self);
}

void cancel_wait(Thread* thread) {
  const Undisturbed undisturbed(current());
  const Locked locked(table_lock);
  thread->cancelled = thread->hears_of_cancel = true;
  if (thread->state != State::waiting || !thread->cancellable) return;
  waiting.remove(thread);
  thread->state = State::ready;
  ready.add(thread);
}

Announced::Announced(FwKind kind, const void* operand, uint64_t size) : block_(nullptr) {
  Thread* const self = enforcing ? current() : nullptr;
  if (!self) return;
  block_ = self->block;
  block_->next_address = reinterpret_cast<uint64_t>(operand);
  block_->next_what = kind | size << FW_NEXT_SIZE_SHIFT;
  block_->standing = FW_STANDS;
}

Announced::~Announced() {
  if (block_) block_->standing = 0;
}

Sleeping::Sleeping(time_t seconds, long nanoseconds) {
  Thread* const self = scheduling ? current() : nullptr;
  if (self)
    note_sleep_until(self, later(real_time(CLOCK_MONOTONIC), seconds, nanoseconds),
                     CLOCK_MONOTONIC);
}

Sleeping::~Sleeping() {
  if (Thread* const self = scheduling ? current() : nullptr) self->sleeps = false;
}

Outside::Outside(bool may_block) : was_inside_(false) {
  if (!may_block) return;
  Thread* const self = scheduling ? current() : nullptr;
  if (!self || !has_token(self)) return;
  was_inside_ = true;
  // What came while we were busy must not be lost in a call that waits for it.
  if (has_signals(self)) deliver_signals(self);
  const int saved = errno;
  leave();
  errno = saved;
}

Outside::~Outside() {
  if (was_inside_ && scheduling) enter();
}

}  // namespace foreweave::runtime
