#include "capture/runtime/core/waits.h"

#include "capture/runtime/core/log.h"
#include "capture/runtime/core/signals.h"
#include "capture/runtime/core/threads.h"

namespace foreweave::runtime {

namespace {

const Thread* thread_of(int kernel_id) {
  const Thread* found = nullptr;
  for_each_thread([&](const Thread& t) {
    if (t.block->kernel_id == static_cast<uint32_t>(kernel_id)) found = &t;
  });
  return found;
}

// The only one who can end the thread's wait, as far as that is known; else null.
const Thread* who_ends_the_wait_of(const Thread* thread) {
  if (thread->state != State::waiting || thread->wait_may_end) return nullptr;
  switch (thread->block->waits_how) {
    case FW_WAIT_mutex:
      return thread_of(static_cast<const pthread_mutex_t*>(thread->waits_for)->__data.__owner);
    case FW_WAIT_to_read:
    case FW_WAIT_to_write:
      return thread_of(
          static_cast<const pthread_rwlock_t*>(thread->waits_for)->__data.__cur_writer);
    case FW_WAIT_thread:
      return static_cast<const Thread*>(thread->waits_for);
    default:
      return nullptr;
  }
}

}  // namespace

void note_deadlock(const Thread* waits) {
  if (!channel || channel->end.deadlocked_count > 0) return;
  FwRunEnd& end = channel->end;
  uint32_t count = 0;
  for (const Thread* t = waits; t && count < FW_MOST_DEADLOCKED; t = who_ends_the_wait_of(t)) {
    if (count > 0 && t == waits) {
      __atomic_store_n(&end.deadlocked_count, count, __ATOMIC_RELEASE);
      return;
    }
    end.deadlocked[count++] = t->number;
  }
}

void note_if_all_wait() {
  if (!channel || (expects_signals() && channel->end.deadlocked_count == 0)) return;
  uint32_t waiting = 0;
  bool somebody_does_not = false;
  for_each_thread([&](const Thread& t) {
    const bool waits = t.state == State::waiting && (!t.wait_may_end || t.only_we_end_it);
    if (waits)
      ++waiting;
    else
      somebody_does_not = true;
  });
  if (somebody_does_not) return;
  if (waiting > 0) __atomic_store_n(&channel->end.all_wait, 1, __ATOMIC_RELEASE);
}

void note_that_others_may_act() {
  if (channel) __atomic_store_n(&channel->end.others_may_act, 1, __ATOMIC_RELAXED);
}

void note_progress() {
  if (channel && channel->end.all_wait)
    __atomic_store_n(&channel->end.all_wait, 0, __ATOMIC_RELEASE);
}

}  // namespace foreweave::runtime
