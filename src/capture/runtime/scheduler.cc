#include "capture/runtime/scheduler.h"

#include "capture/runtime/enforcer.h"
#include "capture/runtime/futex.h"
#include "capture/runtime/inputs.h"
#include "capture/runtime/log.h"
#include "capture/runtime/signals.h"
#include "capture/runtime/threads.h"

namespace foreweave::runtime {

bool scheduling;

namespace {

// Threads in a row, in the order in which they came.
struct Queue {
  Thread* first = nullptr;
  uint32_t size = 0;

  void add(Thread* thread) {
    Thread** end = &first;
    while (*end) end = &(*end)->next;
    thread->next = nullptr;
    *end = thread;
    ++size;
  }
  Thread* take(uint32_t n) {
    Thread** place = &first;
    while (n-- > 0) place = &(*place)->next;
    Thread* taken = *place;
    *place = taken->next;
    --size;
    return taken;
  }
  bool remove(Thread* thread) {
    for (Thread** place = &first; *place; place = &(*place)->next)
      if (*place == thread) {
        *place = thread->next;
        --size;
        return true;
      }
    return false;
  }
};

FutexLock table_lock;
Thread* holder;  // of the token, or null
Queue ready, waiting;
uint64_t random_state;
uint32_t mean_slice;

uint64_t next_random() {  // xorshift64*
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return random_state * 0x2545f4914f6cdd1dull;
}

// The futex is shared: the recorder wakes sleepers, too.
void wake_up(Thread* thread) { futex_wake(&thread->block->wake, 1, true); }

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

// --- random priorities (after PCT: "A randomized scheduler with probabilistic guarantees of
// finding bugs", ASPLOS 2010). A bug that d ordered events are enough for is hit with a known
// probability by d - 1 changes of priority.
bool by_priorities;
constexpr uint32_t kMostChanges = 64;
uint64_t change_at[kMostChanges];  // in words that were logged, smallest last
uint32_t changes_left;
uint64_t words_so_far;
int64_t lowest_priority;

void place_changes(uint32_t count, uint64_t words) {
  changes_left = count < kMostChanges ? count : kMostChanges;
  for (uint32_t i = 0; i < changes_left; ++i) change_at[i] = next_random() % (words ? words : 1);
  for (uint32_t i = 1; i < changes_left; ++i)
    for (uint32_t j = i; j > 0 && change_at[j - 1] < change_at[j]; --j) {
      const uint64_t larger = change_at[j];
      change_at[j] = change_at[j - 1];
      change_at[j - 1] = larger;
    }
}

void fall_behind(Thread* thread) { thread->priority = --lowest_priority; }

uint32_t words_to_next_change() {
  if (changes_left == 0) return mean_slice;
  const uint64_t next = change_at[changes_left - 1];
  const uint64_t left = next > words_so_far ? next - words_so_far : 1;
  return static_cast<uint32_t>(left < mean_slice ? left : mean_slice);
}

// Its slice is over.
void note_words(Thread* self, bool spins) {
  if (spins) fall_behind(self);
  while (changes_left > 0 && change_at[changes_left - 1] <= words_so_far) {
    --changes_left;
    fall_behind(self);
  }
}

int64_t next_priority() { return by_priorities ? static_cast<int64_t>(next_random() >> 2) + 1 : 0; }

Thread* take_highest() {
  uint32_t best = 0, n = 0;
  Thread* highest = ready.first;
  for (Thread* t = ready.first; t; t = t->next, ++n)
    if (t->priority > highest->priority) highest = t, best = n;
  return ready.take(best);
}

// A thread has become ready, and may be more important than the one that runs.
void consider(const Thread* thread) {
  if (by_priorities && holder && thread->priority > holder->priority) set_slice(holder, 0);
}

Thread* choose_by_seed() {
  if (ready.size == 0) return nullptr;
  if (by_priorities) return take_highest();
  return ready.take(ready.size == 1 ? 0 : static_cast<uint32_t>(next_random() % ready.size));
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

// Who only looked at the same thing over and over gets just enough to look again.
constexpr uint32_t kSliceOfASpinner = 128;

void set_new_slice(Thread* self) {
  if (schedule) {
    hold_meeting_if_due();
    self->block->stop_at = stop_of(self);
  }
  if (enforcing) return set_slice(self, UINT32_MAX);
  if (by_priorities) {
    const uint32_t words = words_to_next_change();
    words_so_far += words;
    return set_slice(self, words);
  }
  const uint32_t mean = self->spins ? kSliceOfASpinner : mean_slice;
  set_slice(self, mean / 2 + static_cast<uint32_t>(next_random() % mean));
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

// With the token just received.
void begin_slice(Thread* self) {
  wait_for_leaving_thread();
  take_log(self);
  set_new_slice(self);
  if (self->pending_count > 0) self->block->limit = nullptr;  // a signal came meanwhile
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

bool is_before(const timespec& a, const timespec& b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}
timespec soon(clockid_t clock) {
  constexpr long kTick = 2'000'000, kSecond = 1'000'000'000;
  timespec time = real_time(clock);
  time.tv_nsec += kTick;
  if (time.tv_nsec >= kSecond) {
    time.tv_nsec -= kSecond;
    ++time.tv_sec;
  }
  return time;
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
    if (self->pending_count > 0 && self->state == State::waiting && interrupt_wait(self)) break;
    timespec until;
    if (waits) {
      until = options.others_may_wake || enforcing ? soon(options.clock) : *options.deadline;
      if (options.deadline && !enforcing && is_before(*options.deadline, until))
        until = *options.deadline;
    }
    const long result = futex_wait(&block->wake, seen, waits ? &until : nullptr,
                                   options.clock == CLOCK_REALTIME, true);
    take_from_sleeper();
    give_up_if_told();
    if (result != -ETIMEDOUT) continue;
    const Locked locked(table_lock);
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
  Thread* const next = choose();
  give_to(next);
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
  for (; woken < count; ++woken) {
    Thread* const first = first_waiter(object);
    if (!first) break;
    waiting.remove(first);
    first->state = State::ready;
    ready.add(first);
    consider(first);
  }
  return woken;
}

}  // namespace

void start_scheduling(Thread* main_thread, uint64_t seed, uint32_t slice) {
  random_state = seed * 0x9e3779b97f4a7c15ull + 0xd1b54a32d192ed03ull;
  if (random_state == 0) random_state = 1;
  mean_slice = slice < 8 ? 8 : slice;
  by_priorities = channel->policy == FW_POLICY_priorities;
  if (by_priorities) {
    place_changes(channel->priority_changes, channel->expected_words);
    main_thread->priority = next_priority();
  }
  holder = main_thread;
  main_thread->state = State::running;
  scheduling = true;
  begin_slice(main_thread);
}

void stop_scheduling() { scheduling = false; }

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
    if (!enforcing || scheduled_thread() == self) break;
    self->state = State::ready;
    ready.add(self);
    pass_on(self);
    sleep_until_chosen(self);
    begin_slice(self);
  }
  table_lock.unlock();
  set_new_slice(self);
  errno = saved;
}

void give_way(bool yields) {
  Thread* const self = current();
  if (enforcing) return set_new_slice(self);
  const Undisturbed undisturbed(self);
  table_lock.lock();
  self->spins = ready.size > 0 && goes_round(self);
  if (by_priorities) note_words(self, self->spins || yields);
  if (ready.size == 0) {
    table_lock.unlock();
    return set_new_slice(self);
  }
  self->state = State::ready;
  ready.add(self);
  Thread* const next = choose();
  if (next == self) {
    self->state = State::running;
    table_lock.unlock();
    return set_new_slice(self);
  }
  drop_log(self);
  give_to(next);
  table_lock.unlock();
  wake_up(next);
  sleep_until_chosen(self);
  begin_slice(self);
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
  self->block->waits_for = reinterpret_cast<uint64_t>(object);
  self->waits_for = object;
  self->cancellable = options.cancellable;
  waiting.add(self);
  pass_on(self);
  const bool in_time = sleep_until_chosen(self, options);
  self->block->waits_for = 0;
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
}

void await_first_turn(Thread* self) {
  sleep_until_chosen(self);
  begin_slice(self);
  --self->busy;
}

void finish_thread(Thread* self) {
  ++self->busy;  // for good
  table_lock.lock();
  end_segments(self);
  self->state = State::finished;
  leaving_thread = raw_syscall(SYS_gettid);
  pass_on(self);
}

void cancel_wait(Thread* thread) {
  const Undisturbed undisturbed(current());
  const Locked locked(table_lock);
  thread->cancelled = true;
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

Outside::Outside(bool may_block) : was_inside_(false) {
  if (!may_block) return;
  Thread* const self = scheduling ? current() : nullptr;
  if (!self || !has_token(self)) return;
  const int saved = errno;
  was_inside_ = true;
  // What came while we were busy must not be lost in a call that waits for it.
  if (self->pending_count > 0) deliver_signals(self);
  leave();
  errno = saved;
}

Outside::~Outside() {
  if (was_inside_ && scheduling) enter();
}

}  // namespace foreweave::runtime
