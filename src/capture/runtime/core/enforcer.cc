#include "capture/runtime/core/enforcer.h"

#include <sys/prctl.h>

#include "capture/runtime/core/inputs.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/threads.h"
#include "capture/runtime/ground/futex.h"

namespace foreweave::runtime {

FwSchedule* schedule;
bool enforcing;

namespace {

bool meeting_is_due;
bool interruption_is_over;
Thread** by_name;  // the schedule's threads, as they come into being

template <class T>
T* part(uint64_t at) {
  return reinterpret_cast<T*>(reinterpret_cast<char*>(schedule) + at);
}
const FwSegment& segment(uint64_t n) { return part<const FwSegment>(schedule->segments_at)[n]; }

// Nothing that it could stand before: an access of no bytes is no step.
constexpr uint32_t kNothing = UINT32_MAX;

uint32_t stands_before(const FwThreadBlock& block) {
  switch (block.next_what & ((1u << FW_NEXT_SIZE_SHIFT) - 1)) {
    case FW_KIND_acquire:
    case FW_KIND_acquire_shared:
      return FW_BEFORE_acquire;
    case FW_KIND_free:
      return FW_BEFORE_free;
    case FW_KIND_release:
    case FW_KIND_wait_begin:
    case FW_KIND_signal:
    case FW_KIND_broadcast:
    case FW_KIND_barrier_arrive:
    case FW_KIND_semaphore_init:
    case FW_KIND_semaphore_wait:
    case FW_KIND_semaphore_post:
    case FW_KIND_once_begin:
    case FW_KIND_once_end:
      return FW_BEFORE_use;
    default:
      return block.next_address != 0 && block.next_what >> FW_NEXT_SIZE_SHIFT == 0
                 ? kNothing
                 : FW_BEFORE_access;
  }
}

// A wide access is several steps, which are done at once.
constexpr uint64_t kStepsAtOnce = 32;

// The step before which the thread has to come for its next watched step to be seen.
uint64_t before_watched(const Thread* thread) {
  const FwThreadBlock& block = *thread->block;
  const auto* all = part<const FwWatched>(schedule->watched_at);
  for (uint64_t i = 0; i < schedule->watched_count; ++i)
    if (all[i].thread == block.scheduled && all[i].step >= block.done)
      return all[i].step < kStepsAtOnce ? 0 : all[i].step - kStepsAtOnce;
  return UINT64_MAX;
}

void stop_enforcing() {
  enforcing = false;
  for_each_thread([](Thread& thread) { thread.block->stop_at = UINT64_MAX; });
  __atomic_store_n(&schedule->over, 1, __ATOMIC_RELEASE);
}

// What was freed last, in a ring.
struct Kept {
  void* memory;
  size_t size;
};
constexpr size_t kMostKept = 1 << 18;
constexpr size_t kMostKeptBytes = size_t{256} << 20;
Kept* kept;
size_t kept_begin, kept_end, kept_bytes;

bool is_kept(uint64_t address, uint64_t size) {
  for (size_t i = kept_begin; i < kept_end; ++i) {
    const Kept& piece = kept[i % kMostKept];
    const auto begin = reinterpret_cast<uint64_t>(piece.memory);
    if (address < begin + piece.size && begin < address + size) return true;
  }
  return false;
}

}  // namespace

bool take_up_schedule(const FwChannel* from) {
  if (from->schedule_at == 0) return true;
  schedule = reinterpret_cast<FwSchedule*>(from->base_address + from->schedule_at);
  by_name = static_cast<Thread**>(map_memory(schedule->thread_count * sizeof(Thread*) + 1));
  kept = static_cast<Kept*>(map_memory(kMostKept * sizeof(Kept), MAP_NORESERVE));
  if (!by_name || !kept) {
    schedule = nullptr;
    return false;
  }
  // A debugger may want to look, which is nobody's child or parent here.
  raw_syscall(SYS_prctl, PR_SET_PTRACER, static_cast<long>(PR_SET_PTRACER_ANY));
  enforcing = schedule->segment_count > 0;
  if (!enforcing) schedule->over = 1;
  return true;
}

void name_thread(Thread* created, Thread* parent) {
  created->block->scheduled = FW_NOT_SCHEDULED;
  if (!schedule) return;
  const uint32_t child = parent ? parent->children++ : 0;
  const uint32_t of = parent ? parent->block->scheduled : FW_NOT_SCHEDULED;
  if (parent && of == FW_NOT_SCHEDULED) return;
  const auto* names = part<const FwScheduledThread>(schedule->threads_at);
  for (uint32_t i = 0; i < schedule->thread_count; ++i)
    if (names[i].parent == of && names[i].child == child) {
      created->block->scheduled = i;
      by_name[i] = created;
      return;
    }
}

Thread* scheduled_thread() {
  return enforcing ? by_name[segment(schedule->segment).thread] : nullptr;
}

bool segment_is_over(const Thread* thread) {
  if (!enforcing || scheduled_thread() != thread) return false;
  const FwSegment& now = segment(schedule->segment);
  const FwThreadBlock& block = *thread->block;
  if (block.done < now.until) return false;
  // Who has gone past it will not come there any more.
  return now.stands_before == FW_BEFORE_anything || block.done > now.until ||
         (block.standing && stands_before(block) == now.stands_before);
}

void begin_next_segment() {
  const uint64_t next = schedule->segment + 1;
  if (next == schedule->segment_count)
    stop_enforcing();
  else
    __atomic_store_n(&schedule->segment, next, __ATOMIC_RELEASE);
  meeting_is_due |= next == schedule->meeting;
}

bool is_to_be_held(const Thread* thread) {
  if (enforcing || !schedule || !schedule->held || schedule->stray != FW_STRAY_none) return false;
  const FwSegment& last = segment(schedule->segment_count - 1);
  const FwThreadBlock& block = *thread->block;
  return by_name[last.thread] == thread && block.standing && block.done == last.until;
}

bool is_after_meeting() { return schedule->segment >= schedule->meeting; }

void hold_meeting_if_due() {
  if (!meeting_is_due) return;
  meeting_is_due = false;
  for_each_thread([](Thread& thread) {
    FwThreadBlock& block = *thread.block;
    const uint64_t size = block.next_what >> FW_NEXT_SIZE_SHIFT;
    const bool is_sized = size != 0 && size != FW_NEXT_SIZE_OPEN;
    if (block.standing && block.next_address != 0 &&
        (is_kept(block.next_address, is_sized ? size : 1) ||
         is_on_stack_of_ended_thread(block.next_address, thread)))
      block.standing |= FW_STANDS_BEFORE_FREED;
  });
  __atomic_store_n(&schedule->met, 1, __ATOMIC_RELEASE);
  futex_wake(&schedule->met, 1, true);
  while (__atomic_load_n(&schedule->go_on, __ATOMIC_ACQUIRE) == 0) {
    timespec soon = real_time(CLOCK_MONOTONIC);
    soon.tv_sec += 1;
    futex_wait(&schedule->go_on, 0, &soon, false, true);
    if (!channel || raw_syscall(SYS_kill, channel->recorder_id, 0) != 0) return;
  }
}

void leave_schedule_to_child() {
  enforcing = meeting_is_due = false;
  for_each_thread([](Thread& thread) { thread.block->stop_at = UINT64_MAX; });
}

void stray(FwStray why) {
  if (!enforcing) return;
  __atomic_store_n(&schedule->stray, static_cast<uint32_t>(why), __ATOMIC_RELEASE);
  stop_enforcing();
}

uint64_t stop_of(const Thread* thread) {
  if (!enforcing) return UINT64_MAX;
  if (scheduled_thread() != thread) return 0;
  const uint64_t until = segment(schedule->segment).until, watched = before_watched(thread);
  return until < watched ? until : watched;
}

bool is_watched(const Thread* thread) {
  return schedule && thread->block->done >= before_watched(thread);
}

bool is_held(const Thread* thread, int signal) {
  if (!schedule || interruption_is_over || schedule->stray != FW_STRAY_none) return false;
  const FwInterruption& interruption = schedule->interruption;
  return interruption.signal != 0 && interruption.signal == static_cast<uint32_t>(signal) &&
         thread->block->scheduled == interruption.thread &&
         thread->block->done <= interruption.step;
}

void hold_no_longer(Thread* thread) {
  for (uint32_t i = 0; i < thread->pending_count; ++i)
    if (is_held(thread, thread->pending[i].number)) {
      interruption_is_over = true;
      thread->block->limit = nullptr;
    }
}

bool is_interrupted_here(const Thread* thread) {
  if (!schedule || interruption_is_over || schedule->interruption.signal == 0 ||
      thread->block->scheduled != schedule->interruption.thread ||
      thread->block->done != schedule->interruption.step)
    return false;
  interruption_is_over = true;
  return true;
}

bool is_sooner(const Thread* a, const Thread* b) {
  for (uint64_t i = schedule->segment; i < schedule->segment_count; ++i) {
    const Thread* next = by_name[segment(i).thread];
    if (next == a) return true;
    if (next == b) return false;
  }
  return false;
}

bool take_input(Thread* thread, FwInputCall call, void* result, size_t bytes) {
  if (!enforcing || thread->block->scheduled == FW_NOT_SCHEDULED) return false;
  const auto* inputs = part<const FwInput>(schedule->inputs_at);
  uint64_t& next = thread->next_input;
  while (next < schedule->input_count && inputs[next].thread != thread->block->scheduled) ++next;
  if (next == schedule->input_count) return false;
  const FwInput& input = inputs[next];
  if (input.call != call || input.bytes != bytes) return false;
  ++next;
  const auto* from = part<const char>(schedule->input_bytes_at + input.at);
  for (size_t i = 0; i < bytes; ++i) static_cast<char*>(result)[i] = from[i];
  return true;
}

bool keeps_freed() { return schedule && schedule->keeps_freed; }

bool keep_freed(void* memory, size_t size) {
  if (!keeps_freed() || size > kMostKeptBytes / 4) return false;
  // What has been kept for longest stays the program's for good: nobody may use it again, and
  // giving it back now could only hide a mistake.
  while (kept_end - kept_begin == kMostKept || kept_bytes + size > kMostKeptBytes)
    kept_bytes -= kept[kept_begin++ % kMostKept].size;
  kept[kept_end++ % kMostKept] = {memory, size};
  kept_bytes += size;
  return true;
}

}  // namespace foreweave::runtime
