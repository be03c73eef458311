#include "prove/check/execution.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "events/lives.h"

namespace foreweave {

Execution::Execution(const Trace& trace, const Steps& steps)
    : trace_(trace),
      steps_(steps),
      end_(trace.thread_count()),
      last_write_(trace.cell_count()),
      locks_(trace.lock_count()),
      wait_began_(trace.thread_count()),
      semaphores_(trace.sync_objects(Operand::semaphore).size()) {}

std::string Execution::name(EventId e) const {
  const std::string operand = trace_.operand_name(e);
  return fmt::format("event {} ({} of thread {}{}{})", e.value, info(trace_.kind(e)).name,
                     trace_.thread_name(trace_.thread(e)), operand.empty() ? "" : " on ", operand);
}

Execution::Fault Execution::first_event_rule(EventId e) const {
  const EventId fork = trace_.fork_of(trace_.thread(e));
  if (fork.exists() && !happened(fork))
    return fmt::format("{} comes before its thread was created at event {}", name(e), fork.value);
  return std::nullopt;
}

void Execution::follow_run(EventId first, EventId end) {
  const std::vector<uint32_t> ends(end_.size(), end.value);
  running_ = ends;
  steps_.for_each(first, end, [&](EventId e) {
    const Kind kind = trace_.kind(e);
    if (is_access(kind)) {
      if (!writes(kind)) return true;
      const Location& location = trace_.location_of(e);
      for (uint32_t k = 0; k < location.cell_count; ++k)
        last_write_[location.first_cell.index() + k] = e;
      return true;
    }
    running_at_ = e.value;
    const Step step = steps_.of(e);
    if (take_or_give(trace_.thread(e), step)) return true;
    const Fault fault = try_step(step, false);
    CHECK(!fault, "the recorded run follows the rules");
    return true;
  });
  running_ = {};
  for (uint32_t t = 0; t < end_.size(); ++t) {
    const ThreadEvents events = trace_.events_of(ThreadId(t));
    if (!events.empty() && events.front() < end) end_[t] = end.value;
  }
}

std::vector<uint32_t> Execution::ends() const {
  std::vector<uint32_t> ends(end_.size());
  for (uint32_t t = 0; t < ends.size(); ++t) ends[t] = end(ThreadId(t));
  return ends;
}

Execution::Fault Execution::sees_another_write(EventId e) const {
  return fmt::format("event {} (read of {}) sees another write than in the trace", e.value,
                     trace_.operand_name(e));
}

Execution::Fault Execution::try_access(EventId e, bool fixed) {
  if (Fault fault = not_alive(e)) return fault;
  const Location& location = trace_.location_of(e);
  // A thread's first event may be one that only this thread can see.
  const bool must_see = fixed && reads(trace_.kind(e)) && trace_.interacts(e);
  for (uint32_t k = 0; k < location.cell_count; ++k) {
    EventId& last = last_write_[location.first_cell.index() + k];
    if (must_see && last != trace_.seen_write(e, k)) return sees_another_write(e);
    if (writes(trace_.kind(e))) last = e;
  }
  return std::nullopt;
}

Execution::Fault Execution::try_step(const Step& step, bool fixed) {
  const EventId e = step.event;
  const Operand operand = operand_of(step.kind);
  if (trace_.keeps_place(e) || marks_stretch(step.kind))
    if (const EventId needed = trace_.missing_for_unseen(e, ends()); needed.exists())
      return fmt::format("{}: unseen code needs event {} first", name(e), needed.value);
  if (operand == Operand::memory) return try_access(e, fixed);
  if (operand == Operand::none) return std::nullopt;
  if (operand == Operand::thread || operand == Operand::object)
    return try_behind_partner(e, step.kind);
  if (!step.plain)
    if (Fault fault = not_alive(e)) return fault;
  if (operand == Operand::lock)
    return try_lock(e, trace_.thread(e), locks_[step.target], step.kind);
  if (operand == Operand::condition) return try_condition(e);
  if (operand == Operand::barrier) return try_barrier(e);
  if (operand == Operand::semaphore) return try_semaphore(step);
  return try_behind_partner(e, step.kind);
}

// A join needs the thread's last event, a free the allocation, a once the run before it.
Execution::Fault Execution::try_behind_partner(EventId e, Kind kind) const {
  const EventId needed = trace_.partner(e);
  if (!needed.exists() || happened(needed)) return std::nullopt;
  if (kind == Kind::join) return fmt::format("{} comes before that thread's last event", name(e));
  if (kind == Kind::free) return fmt::format("{} comes before the allocation", name(e));
  if (operand_of(kind) != Operand::once || kind == Kind::once_end) return std::nullopt;
  return fmt::format("{} comes before event {} ended the run it needs", name(e), needed.value);
}

bool Execution::keeps_out(ThreadId holder, LockId lock, Kind mode) const {
  const LockHolders& held = locks_[lock.index()];
  if (held.exclusive == holder) return true;
  return !is_shared_mode(mode) &&
         std::find(held.shared.begin(), held.shared.end(), holder) != held.shared.end();
}

Execution::Fault Execution::try_lock(EventId e, ThreadId self, LockHolders& held, Kind kind) {
  const auto own_share = std::find(held.shared.begin(), held.shared.end(), self);
  const bool shares = own_share != held.shared.end();
  const bool others_share = held.shared.size() > (shares ? 1u : 0u);
  const bool other_exclusive = held.exclusive.exists() && held.exclusive != self;
  switch (kind) {
    case Kind::acquire:
    case Kind::acquire_shared:
      if (held.exclusive.exists() || shares || (kind == Kind::acquire && others_share))
        return fmt::format("{} takes a lock that is held", name(e));
      if (kind == Kind::acquire)
        held.exclusive = self;
      else
        held.shared.push_back(self);
      return std::nullopt;
    case Kind::release:
    case Kind::release_shared:
      if (kind == Kind::release ? held.exclusive != self : !shares)
        return fmt::format("{} releases a lock it does not hold", name(e));
      if (kind == Kind::release)
        held.exclusive = ThreadId::none();
      else
        held.shared.erase(own_share);
      return std::nullopt;
    case Kind::failed_try:
    case Kind::failed_try_shared:
      if (other_exclusive || (kind == Kind::failed_try && others_share)) return std::nullopt;
      return fmt::format("{} fails to {} a lock that no other thread holds", name(e),
                         kind == Kind::failed_try ? "take" : "share");
    default:
      return std::nullopt;
  }
}

Execution::Fault Execution::try_condition(EventId e) {
  std::vector<uint32_t>& began = wait_began_[trace_.thread(e).index()];
  if (trace_.kind(e) == Kind::wait_begin) began = ends();
  const EventId waker = trace_.kind(e) == Kind::wait_end ? trace_.partner(e) : EventId::none();
  if (waker.exists() && !happened(waker))
    return fmt::format("{} comes before event {}, which woke it", name(e), waker.value);
  if (waker.exists() && !began.empty() && waker.value < began[trace_.thread(waker).index()])
    return fmt::format("{}: event {} woke it before the wait began", name(e), waker.value);
  return std::nullopt;
}

Execution::Fault Execution::try_barrier(EventId e) {
  const BarrierRound& round = trace_.barrier_round(e);
  const bool arrives = trace_.kind(e) == Kind::barrier_arrive;
  const auto misses = [&](EventId a) { return a != e && !happened(a); };
  if ((!arrives || e == round.arrivals.back()) && std::ranges::any_of(round.arrivals, misses))
    return fmt::format("{} comes before all threads of its round arrived", name(e));
  if (!arrives || round.previous == UINT32_MAX ||
      std::ranges::none_of(trace_.barrier_rounds()[round.previous].arrivals, misses))
    return std::nullopt;
  return fmt::format("{} comes before the arrivals of an earlier round", name(e));
}

Execution::Fault Execution::try_semaphore(const Step& step) {
  const EventId e = step.event, init = trace_.partner(e);
  Semaphore& semaphore = semaphores_[trace_.sync(e).index()];
  if (init.exists() && !happened(init))
    return fmt::format("{} comes before the semaphore was set up at event {}", name(e), init.value);
  if (step.kind == Kind::semaphore_init) {
    // Later operations wait for this init, so those executed so far are all from before it.
    if (semaphore.operations != step.target)
      return fmt::format("{} comes before earlier operations on the semaphore", name(e));
    semaphore.count = trace_.has_value(e) ? trace_.value(e) : 0;
  }
  if (step.kind == Kind::semaphore_wait && semaphore.count == 0)
    return fmt::format("{} takes from an empty semaphore", name(e));
  if (step.kind == Kind::semaphore_failed_try && semaphore.count != 0)
    return fmt::format("{} fails although the semaphore is not empty", name(e));
  if (step.kind == Kind::semaphore_post) ++semaphore.count;
  if (step.kind == Kind::semaphore_wait) --semaphore.count;
  ++semaphore.operations;
  return std::nullopt;
}

std::optional<std::string> Execution::not_alive(EventId e) const {
  const bool names_it = operand_of(trace_.kind(e)) == Operand::object;
  const ObjectId id = names_it ? trace_.object(e) : object_used_by(trace_, e);
  if (!id.exists()) return std::nullopt;
  const Object& object = trace_.objects()[id.index()];
  if (object.allocated.exists() && !happened(object.allocated))
    return fmt::format("{} comes before its object was allocated at event {}", name(e),
                       object.allocated.value);
  if (object.freed.exists() && happened(object.freed))
    return fmt::format("{} comes after its object was freed at event {}", name(e),
                       object.freed.value);
  return std::nullopt;
}

bool Execution::sees(EventId read, EventId write) const {
  const Location& location = trace_.location_of(read);
  for (uint32_t k = 0; k < location.cell_count; ++k)
    if (last_write_[location.first_cell.index() + k] != write) return false;
  return true;
}

}  // namespace foreweave
