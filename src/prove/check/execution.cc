#include "prove/check/execution.h"

#include <fmt/format.h>

#include <algorithm>

#include "prove/check/claim_shape.h"

namespace foreweave {

Execution::Execution(const Trace& trace)
    : trace_(trace),
      end_(trace.thread_count()),
      last_write_(trace.cell_count()),
      locks_(trace.lock_count()),
      wait_began_(trace.thread_count()),
      semaphores_(trace.sync_objects(Operand::semaphore).size()) {}

bool Execution::all_happened(std::span<const EventId> events) const {
  return std::all_of(events.begin(), events.end(), [&](EventId e) { return happened(e); });
}

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
  const Kind kind = step.kind;
  const Operand operand = operand_of(kind);
  if (operand == Operand::lock && step.plain)
    return try_lock(e, trace_.thread(e), locks_[step.target], kind);
  if (operand == Operand::memory) return try_access(e, fixed);
  if (operand == Operand::none) return std::nullopt;
  if (operand == Operand::thread) return try_thread_event(e);
  if (operand == Operand::object) {
    const EventId allocation = kind == Kind::free ? trace_.partner(e) : EventId::none();
    if (allocation.exists() && !happened(allocation))
      return fmt::format("{} comes before the allocation", name(e));
    return std::nullopt;
  }
  if (Fault fault = not_alive(e)) return fault;
  switch (operand) {
    case Operand::lock:
      return try_lock(e, trace_.thread(e), locks_[step.target], kind);
    case Operand::condition:
      return try_condition(e);
    case Operand::barrier:
      return try_barrier(e);
    case Operand::semaphore:
      return try_semaphore(e);
    case Operand::once:
      return try_once(e);
    default:
      return std::nullopt;
  }
}

Execution::Fault Execution::try_thread_event(EventId e) {
  const EventId last = trace_.partner(e);  // of a joined thread
  if (trace_.kind(e) == Kind::join && last.exists() && !happened(last))
    return fmt::format("{} comes before that thread's last event", name(e));
  return std::nullopt;
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
      if (held.exclusive.exists() || !held.shared.empty())
        return fmt::format("{} takes a lock that is held", name(e));
      held.exclusive = self;
      return std::nullopt;
    case Kind::acquire_shared:
      if (held.exclusive.exists() || shares)
        return fmt::format("{} takes a lock that is held", name(e));
      held.shared.push_back(self);
      return std::nullopt;
    case Kind::release:
      if (held.exclusive != self)
        return fmt::format("{} releases a lock it does not hold", name(e));
      held.exclusive = ThreadId::none();
      return std::nullopt;
    case Kind::release_shared:
      if (!shares) return fmt::format("{} releases a lock it does not hold", name(e));
      held.shared.erase(own_share);
      return std::nullopt;
    case Kind::failed_try:
      if (!other_exclusive && !others_share)
        return fmt::format("{} fails to take a lock that no other thread holds", name(e));
      return std::nullopt;
    case Kind::failed_try_shared:
      if (!other_exclusive)
        return fmt::format("{} fails to share a lock that no other thread holds", name(e));
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

Execution::Fault Execution::try_condition(EventId e) {
  switch (trace_.kind(e)) {
    case Kind::wait_begin:
      wait_began_[trace_.thread(e).index()] = now_;
      return std::nullopt;
    case Kind::signal:
    case Kind::broadcast:
      signalled_at_[e.value] = now_;
      return std::nullopt;
    case Kind::wait_end: {
      const EventId waker = trace_.partner(e);
      if (!waker.exists()) return std::nullopt;
      const auto it = signalled_at_.find(waker.value);
      if (it == signalled_at_.end())
        return fmt::format("{} comes before event {}, which woke it", name(e), waker.value);
      if (it->second < wait_began_[trace_.thread(e).index()])
        return fmt::format("{}: event {}, which woke it, came before the wait began", name(e),
                           waker.value);
      return std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

Execution::Fault Execution::try_barrier(EventId e) {
  const BarrierRound& round = trace_.barrier_round(e);
  if (trace_.kind(e) == Kind::barrier_leave) {
    if (!all_happened(round.arrivals))
      return fmt::format("{} comes before all threads of its round arrived", name(e));
  } else if (round.previous != UINT32_MAX) {
    if (!all_happened(trace_.barrier_rounds()[round.previous].arrivals))
      return fmt::format("{} comes before the arrivals of an earlier round", name(e));
  }
  return std::nullopt;
}

void Execution::count_operations_before_inits() {
  if (inits_counted_) return;
  inits_counted_ = true;
  std::vector<uint32_t> operations(semaphores_.size());
  for (uint32_t i = 0; i < trace_.size(); ++i) {
    const EventId e(i);
    if (operand_of(trace_.kind(e)) != Operand::semaphore) continue;
    uint32_t& count = operations[trace_.sync(e).index()];
    if (trace_.kind(e) == Kind::semaphore_init) operations_before_init_[i] = count;
    ++count;
  }
}

Execution::Fault Execution::try_semaphore(EventId e) {
  Semaphore& semaphore = semaphores_[trace_.sync(e).index()];
  const EventId init = trace_.partner(e);
  if (init.exists() && !happened(init))
    return fmt::format("{} comes before the semaphore was set up at event {}", name(e), init.value);
  switch (trace_.kind(e)) {
    case Kind::semaphore_init:
      // Later operations wait for this init, so those executed so far are all from before it.
      count_operations_before_inits();
      if (semaphore.operations != operations_before_init_[e.value])
        return fmt::format("{} comes before earlier operations on the semaphore", name(e));
      semaphore.count = trace_.has_value(e) ? trace_.value(e) : 0;
      break;
    case Kind::semaphore_post:
      ++semaphore.count;
      break;
    case Kind::semaphore_wait:
      if (semaphore.count == 0) return fmt::format("{} takes from an empty semaphore", name(e));
      --semaphore.count;
      break;
    case Kind::semaphore_failed_try:
      if (semaphore.count != 0)
        return fmt::format("{} fails although the semaphore is not empty", name(e));
      break;
    default:
      break;
  }
  ++semaphore.operations;
  return std::nullopt;
}

Execution::Fault Execution::try_once(EventId e) const {
  const EventId needed = trace_.partner(e);
  if (trace_.kind(e) != Kind::once_end && needed.exists() && !happened(needed))
    return fmt::format("{} comes before event {} ended the run it needs", name(e), needed.value);
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
