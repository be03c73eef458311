#include "capture/runtime/core/threads.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>

#include "capture/abi/decision_rows.h"
#include "capture/abi/mutation.h"
#include "capture/runtime/core/enforcer.h"
#include "capture/runtime/core/loaded_code.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/passing_on.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/ground/futex.h"
#include "capture/runtime/ground/own_blocks.h"

extern "C" __thread FwThreadBlock* __fw_self __attribute__((tls_model("initial-exec")));

namespace foreweave::runtime {

namespace {

// Over the program's life. What is known of them stays, in pieces that are mapped as they are
// needed.
constexpr uint32_t kMaxThreads = FW_MAX_THREADS, kThreadsOfAPiece = 4096;

__thread Thread* own_thread __attribute__((tls_model("initial-exec")));
__thread FwThreadBlock* own_nowhere __attribute__((tls_model("initial-exec")));

Thread* pieces[kMaxThreads / kThreadsOfAPiece];  // by number
PendingSignal* pending_signals;                  // kMostPendingSignals for each block
uint32_t thread_count;
Thread *oldest, *youngest;  // that have not ended
uint32_t block_hint;
pthread_key_t exit_key;

constexpr size_t kNowhereWords = 1024 + FW_LOG_SLACK_WORDS;
constexpr size_t kNowhereBytes =
    sizeof(FwThreadBlock) + kNowhereWords * 8 + FW_IMAGE_BYTES + FW_IMAGE_SLACK;
alignas(64) char common_nowhere[kNowhereBytes];

Thread& thread_at(uint32_t number) {
  return pieces[number / kThreadsOfAPiece][number % kThreadsOfAPiece];
}

// There is room for the next thread.
bool has_piece() {
  Thread*& piece = pieces[thread_count / kThreadsOfAPiece];
  if (!piece)
    piece = static_cast<Thread*>(map_memory(sizeof(Thread) * kThreadsOfAPiece, MAP_NORESERVE));
  return piece != nullptr;
}

uint32_t take_block() {
  for (uint32_t i = 0; i < FW_MAX_LIVE_THREADS; ++i) {
    const uint32_t n = (block_hint + i) % FW_MAX_LIVE_THREADS;
    if (channel->blocks[n].kernel_id != 0) continue;
    block_hint = n + 1;
    return n;
  }
  return FW_MAX_LIVE_THREADS;
}

// With the token, or alone.
Thread* new_thread() {
  if (!channel || thread_count == kMaxThreads || !has_piece()) return nullptr;
  const uint32_t block = take_block();
  if (block == FW_MAX_LIVE_THREADS) return nullptr;
  Thread* thread = &thread_at(thread_count);
  thread->number = thread_count++;
  thread->block_number = block;
  thread->block = &channel->blocks[block];
  thread->pending = pending_signals + block * kMostPendingSignals;
  thread->block->number = thread->number;
  thread->block->kernel_id = UINT32_MAX;                         // taken, not running yet
  thread->block->cursor = reinterpret_cast<uint64_t*>(channel);  // anything behind the limit
  thread->block->limit = nullptr;
  thread->block->image = image;
  thread->block->done = 0;
  thread->block->stop_at = enforcing ? 0 : UINT64_MAX;
  thread->block->next_address = thread->block->next_what = thread->block->waits_for = 0;
  thread->block->last_path = 0;
  thread->block->standing = 0;
  thread->block->idle_round = 0;
  thread->older = youngest;
  __atomic_store_n(youngest ? &youngest->younger : &oldest, thread, __ATOMIC_RELEASE);
  youngest = thread;
  return thread;
}

void become(Thread* self) {
  own_thread = self;
  self->handle = pthread_self();
  self->block->kernel_id = static_cast<uint32_t>(raw_syscall(SYS_gettid));
  __fw_self = self->block;
}

void announce(Thread* self, Thread* created) {
  const uint64_t words[] = {created->number, self->number};
  log_loaded_code(self);
  log_record(self, FW_RECORD_thread, words, 2);
}

// What a thread leaves to who joins it, as a word that no program can have: written when the thread
// ends, read by a join that asks for it. Who finds that the thread has not ended reads it, too.
const void* result_of(const Thread* thread) {
  return reinterpret_cast<const void*>(uint64_t{3} << 62 | uint64_t{thread->number} * 8);
}
constexpr uint8_t kAcquire = 2, kRelease = 3;  // as C11 numbers them

void log_not_ended(const Thread* thread) {
  if (!FW_DECISION(thread_result)) return;
  log_event(current(), FW_KIND_atomic_read, result_of(thread), 8, 0,
            kAcquire | FW_FLAG_DECIDES_ON_OWN_READ);
}

void log_result(const Thread* thread, const Told& told) {
  if (!told.memory) return;
  if (FW_DECISION(thread_result))
    log_event(current(), FW_KIND_atomic_read, result_of(thread), 8, 0, kAcquire);
  log_event(current(), FW_KIND_write, told.memory, told.bytes);
}

// Who has ended shares a place for what is not logged with all others that have: it will not log
// anything worth a place of its own, and nobody is left to give that back.
void enter_nowhere_for_good() {
  if (own_nowhere && reinterpret_cast<char*>(own_nowhere) != common_nowhere)
    raw_syscall(SYS_munmap, reinterpret_cast<long>(own_nowhere), static_cast<long>(kNowhereBytes));
  own_nowhere = reinterpret_cast<FwThreadBlock*>(common_nowhere);
  enter_nowhere();
}

// Behind the destructors of everything thread-local, as far as we can get.
void end_of_thread(void* thread) {
  auto* self = static_cast<Thread*>(thread);
  if (++self->exit_rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(exit_key, thread);
    return;
  }
  if (!enter()) return;
  for (const void*& mutex : self->robust)
    if (mutex) {
      log_change_of_robust(mutex);
      log_event(self, FW_KIND_release, mutex, 0, 0, FW_LOGGED_FIXED);
      wake(mutex);
      mutex = nullptr;
    }
  log_event(self, FW_KIND_atomic_write, result_of(self), 8, 0, kRelease | FW_LOGGED_FIXED);
  if (self->stack) log_event(self, FW_KIND_free, self->stack, 0, 0, FW_LOGGED_FIXED);
  log_event(self, FW_KIND_thread_end, nullptr);
  wake(self);
  __fw_self = nullptr;
  enter_nowhere_for_good();
  finish_thread(self);
  own_thread = nullptr;
  if (channel) __atomic_store_n(&self->block->kernel_id, 0, __ATOMIC_RELEASE);
}

// Whether who creates the thread has memory for it to run on.
bool gives_stack(const pthread_attr_t* attributes) {
  void* begin = nullptr;
  size_t size = 0;
  if (!attributes || pthread_attr_getstack(attributes, &begin, &size) != 0) return false;
  return reinterpret_cast<uintptr_t>(begin) + size !=
         0;  // which is where a stack ends that was not given
}

// The stack of a thread that ended becomes that of another one: to the trace these are two objects.
void log_stack(Thread* self) {
  const OfLibc of_libc;
  pthread_attr_t attributes;
  if (self->number == 0 || self->on_given_stack ||
      pthread_getattr_np(pthread_self(), &attributes) != 0)
    return;
  if (pthread_attr_getstack(&attributes, &self->stack, &self->stack_size) == 0)
    log_event(self, FW_KIND_allocate, self->stack, 0, self->stack_size, FW_LOGGED_FIXED);
  pthread_attr_destroy(&attributes);
}

void* run_thread(void* thread) {
  auto* self = static_cast<Thread*>(thread);
  become(self);
  pthread_setspecific(exit_key, self);
  await_first_turn(self);
  log_thread_begin(self);
  pthread_sigmask(SIG_SETMASK, &self->start_mask, nullptr);
  if (self->int_start) return reinterpret_cast<void*>(intptr_t{self->int_start(self->argument)});
  return self->start(self->argument);
}

}  // namespace

const void* word_of_robust(const void* mutex) {
  return reinterpret_cast<const void*>((reinterpret_cast<uint64_t>(mutex) & ~uint64_t{7}) |
                                       uint64_t{1} << 63);
}

void log_change_of_robust(const void* mutex) {
  constexpr uint8_t kRelease = 3;  // as C11 numbers it
  if (FW_DECISION(robust))
    log_event(current(), FW_KIND_atomic_write, word_of_robust(mutex), 8, 0,
              kRelease | FW_LOGGED_FIXED);
}

Thread* current() { return own_thread; }

bool is_on_stack_of_ended_thread(uint64_t address, const Thread& of_another_than) {
  const auto has = [&](const Thread& thread) {
    return thread.stack && address - reinterpret_cast<uint64_t>(thread.stack) < thread.stack_size;
  };
  if (has(of_another_than)) return false;  // it has the same one now
  for (uint32_t i = 0; i < thread_count; ++i)
    if (thread_at(i).state == State::finished && has(thread_at(i))) return true;
  return false;
}

Thread* oldest_thread() { return __atomic_load_n(&oldest, __ATOMIC_ACQUIRE); }

void note_finished(Thread* thread) {
  thread->state = State::finished;
  if (thread->younger)
    thread->younger->older = thread->older;
  else if (youngest == thread)
    youngest = thread->older;
  Thread** const before = thread->older ? &thread->older->younger : &oldest;
  if (*before == thread) __atomic_store_n(before, thread->younger, __ATOMIC_RELEASE);
}

bool adopt_main_thread() {
  pending_signals = static_cast<PendingSignal*>(
      map_memory(sizeof(PendingSignal) * kMostPendingSignals * FW_MAX_LIVE_THREADS, MAP_NORESERVE));
  if (!pending_signals || !has_piece()) return false;
  pthread_key_create(&exit_key, end_of_thread);
  Thread* self = new_thread();
  name_thread(self, nullptr);
  become(self);
  pthread_setspecific(exit_key, self);  // main may end with pthread_exit
  return true;
}

Thread* adopt_thread() {
  return nullptr;  // made by nobody we know: not recorded, what it writes shows up as unseen writes
}

uint32_t other_threads_at_fork() {
  uint32_t others = 0;
  for (uint32_t i = 0; i < thread_count; ++i)
    others += &thread_at(i) != own_thread && !thread_at(i).joined;
  return others;
}

void become_only_thread(Thread* self) {
  for (uint32_t& id : self->former_ids)
    if (id == 0) {
      id = self->block->kernel_id;
      break;
    }
  become(self);
  for (uint32_t i = 0; i < thread_count; ++i) {
    Thread& other = thread_at(i);
    if (&other == self || other.joined) continue;
    log_event(self, FW_KIND_join, reinterpret_cast<void*>(uint64_t{i}), 0, 0, FW_LOGGED_FIXED);
    if (other.state != State::finished) note_finished(&other);
    other.joined = true;
  }
}

void enter_nowhere() {
  if (!own_nowhere) {
    void* memory = map_memory(kNowhereBytes, MAP_NORESERVE);
    // Nobody reads what is written there, so that threads may share it when there is no memory
    // left.
    own_nowhere = reinterpret_cast<FwThreadBlock*>(memory ? memory : common_nowhere);
  }
  auto* words = reinterpret_cast<uint64_t*>(own_nowhere + 1);
  own_nowhere->cursor = words;
  own_nowhere->limit = words + kNowhereWords - FW_LOG_SLACK_WORDS;
  own_nowhere->image = reinterpret_cast<uint8_t*>(words + kNowhereWords);
  own_nowhere->stop_at = UINT64_MAX;
  __fw_self = own_nowhere;
}

FwThreadBlock* leave_log() {
  FwThreadBlock* const place = __fw_self;
  enter_nowhere();
  return place;
}

void return_to_log(FwThreadBlock* place) { __fw_self = place; }

// Handles of threads that are gone are used again. Mostly it is asked for one that has not ended,
// or did a moment ago.
Thread* find_thread(pthread_t handle) {
  for (Thread* t = youngest; t; t = t->older)
    if (t->handle == handle && !t->joined && t->state != State::finished) return t;
  for (uint32_t i = thread_count; i-- > 0;) {
    Thread& thread = thread_at(i);
    const bool is_gone = thread.joined || (thread.detached && thread.state == State::finished);
    if (thread.handle == handle && !is_gone) return &thread;
  }
  return nullptr;
}

void log_thread_begin(Thread* self) {
  if (self->number == 0) {
    const uint64_t words[] = {0, 0};
    log_record(self, FW_RECORD_thread, words, 2);
  }
  log_event(self, FW_KIND_thread_begin, nullptr);
  log_stack(self);
  note_begin(self);
}

}  // namespace foreweave::runtime

using namespace foreweave::runtime;

FW_INTERCEPTOR int pthread_create(pthread_t* handle, const pthread_attr_t* attributes,
                                  void* (*start)(void*), void* argument) {
  return create_thread(handle, attributes, start, nullptr, argument);
}

int foreweave::runtime::create_thread(pthread_t* handle, const pthread_attr_t* attributes,
                                      void* (*start)(void*), int (*int_start)(void*),
                                      void* argument) {
  const Announced announced(FW_KIND_write, handle, sizeof *handle);
  const Inside inside;
  Thread* created = inside ? new_thread() : nullptr;
  if (!created) {
    if (!inside) note_unrecorded_thread();
    if (inside) stop_logging("the program has more threads than can be recorded");
    if (int_start) start = reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(int_start));
    return FW_REAL(pthread_create)(handle, attributes, start, argument);
  }
  created->start = start;
  created->int_start = int_start;
  created->busy = 1;  // until its first turn
  created->argument = argument;
  created->on_given_stack = gives_stack(attributes);
  int detach_state = PTHREAD_CREATE_JOINABLE;
  if (attributes) pthread_attr_getdetachstate(attributes, &detach_state);
  created->detached = detach_state == PTHREAD_CREATE_DETACHED;
  // A signal that finds the thread before we know it would run its handler beside the token.
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &created->start_mask);
  int result;
  const bool was_alone = __libc_single_threaded;
  {
    const OfLibc of_libc;
    result = FW_REAL(pthread_create)(handle, attributes, run_thread, created);
  }
  if (result == 0) log_event(current(), FW_KIND_write, handle, sizeof *handle);
  // Code of the program looks at this one, to count references in a cheaper way while it is alone.
  if (was_alone && !__libc_single_threaded && fw_row_is_on("library:single_threaded"))
    log_event(current(), FW_KIND_write, &__libc_single_threaded, sizeof __libc_single_threaded);
  pthread_sigmask(SIG_SETMASK, &created->start_mask, nullptr);
  if (result != 0) {
    created->block->kernel_id = 0;
    note_finished(created);
    created->joined = true;
    return result;
  }
  created->handle = *handle;
  name_thread(created, current());
  announce(current(), created);
  log_event(current(), FW_KIND_fork, reinterpret_cast<void*>(uint64_t{created->number}));
  add_ready(created);
  return 0;
}

namespace {

void log_given_up(const Thread* thread) {
  log_misuse(FW_MISUSE_thread_given_up, reinterpret_cast<const void*>(uint64_t{thread->number}));
}

// The last thread that had the handle, which nobody has now.
const Thread* find_given_up(pthread_t handle) {
  for (uint32_t i = thread_count; i-- > 0;)
    if (thread_at(i).handle == handle) return &thread_at(i);
  return nullptr;
}

// Until the thread has ended, in our order; then the real call need not wait long.
int join(pthread_t handle, void** value, const Told& told, const timespec* deadline,
         clockid_t clock, int (*real_join)(pthread_t, void**, const timespec*, clockid_t)) {
  const Inside inside;
  Thread* other = inside ? find_thread(handle) : nullptr;
  if (inside && (!other || other->detached))
    if (const Thread* const gone = other ? other : find_given_up(handle)) log_given_up(gone);
  if (!other || other == current() || other->detached) {
    const Outside outside;
    return real_join(handle, value, deadline, clock);
  }
  while (other->state != State::finished) {
    const Waited waited = wait_for(other, {deadline, clock, true, false, FW_WAIT_thread});
    if (waited == Waited::timed_out) {
      log_not_ended(other);
      return ETIMEDOUT;
    }
    if (waited == Waited::cancelled) pthread_testcancel();
  }
  if (other->joined) {  // by somebody who waited, too: libc tells the second one so
    log_given_up(other);
    return EINVAL;
  }
  int result;
  {
    const OfLibc of_libc;
    result = real_join(handle, value, nullptr, clock);
  }
  if (result == 0) {
    other->joined = true;
    log_event(current(), FW_KIND_join, reinterpret_cast<void*>(uint64_t{other->number}));
    log_result(other, told);
  }
  return result;
}

}  // namespace

int foreweave::runtime::join_thread(pthread_t handle, void** value, const Told& told) {
  return join(handle, value, told, nullptr, CLOCK_REALTIME,
              [](pthread_t h, void** v, const timespec*, clockid_t) {
                return FW_REAL(pthread_join)(h, v);
              });
}

FW_INTERCEPTOR int pthread_join(pthread_t handle, void** value) {
  return join_thread(handle, value, {value, sizeof *value});
}

FW_INTERCEPTOR int pthread_timedjoin_np(pthread_t handle, void** value, const timespec* deadline) {
  return join(handle, value, {value, sizeof *value}, deadline, CLOCK_REALTIME,
              [](pthread_t h, void** v, const timespec* d, clockid_t) {
                return d ? FW_REAL(pthread_timedjoin_np)(h, v, d) : FW_REAL(pthread_join)(h, v);
              });
}

FW_INTERCEPTOR int pthread_clockjoin_np(pthread_t handle, void** value, clockid_t clock,
                                        const timespec* deadline) {
  return join(handle, value, {value, sizeof *value}, deadline, clock,
              [](pthread_t h, void** v, const timespec* d, clockid_t c) {
                return d ? FW_REAL(pthread_clockjoin_np)(h, v, c, d) : FW_REAL(pthread_join)(h, v);
              });
}

FW_INTERCEPTOR int pthread_tryjoin_np(pthread_t handle, void** value) noexcept {
  const Inside inside;
  Thread* other = inside ? find_thread(handle) : nullptr;
  if (!other) return FW_REAL(pthread_tryjoin_np)(handle, value);
  if (other->state == State::finished) return pthread_join(handle, value);
  log_not_ended(other);
  return EBUSY;
}

FW_INTERCEPTOR int pthread_detach(pthread_t handle) {
  const Inside inside(false);
  if (inside) {
    Thread* const other = find_thread(handle);
    const Thread* const gone = !other ? find_given_up(handle) : other->detached ? other : nullptr;
    if (gone) log_given_up(gone);
    if (other) other->detached = true;
  }
  return FW_REAL(pthread_detach)(handle);
}

FW_INTERCEPTOR int pthread_cancel(pthread_t handle) {
  log_signal_sent();  // who is cancelled knows what was done before
  const Inside inside(false);
  const int result = FW_REAL(pthread_cancel)(handle);
  if (inside && result == 0)
    if (Thread* other = find_thread(handle); other && other != current()) cancel_wait(other);
  return result;
}
