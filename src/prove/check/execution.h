// Carries out a reordering piece by piece and says which of the rules 2 to 6 of docs/reorderings.md
// a piece breaks. Rule 1, program order, holds: each goes on where the last of its thread ended.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "events/trace.h"
#include "prove/check/steps.h"

namespace foreweave {

class Execution {
  using Fault = std::optional<std::string>;

 public:
  // Keeps references; `steps` are the trace's.
  Execution(const Trace& trace, const Steps& steps);

  // Executes the thread's events with numbers below `end` that are not executed yet; a sentence if
  // one cannot happen now. A read must see what it saw in the trace if is_fixed(step), which is
  // asked of every step before it is executed.
  template <class IsFixed>
  Fault run(ThreadId t, uint32_t end, IsFixed is_fixed) {
    const std::span<const Step> mine = steps_.of(t);
    for (size_t& at = steps_done_[t.index()]; at < mine.size() && mine[at].event.value < end; ++at)
      if (Fault fault = execute(t, mine[at], is_fixed(mine[at]))) return fault;
    end_[t.index()] = end;  // what lies behind its last step can break no rule
    return std::nullopt;
  }
  std::span<const size_t> steps_done() const { return steps_done_; }  // by thread

  // The events of the thread with numbers below this are executed.
  uint32_t end(ThreadId thread) const { return end_[thread.index()]; }
  bool happened(EventId e) const { return e.value < end(trace_.thread(e)); }

  // A sentence if the object `access` touches is not allocated yet or freed already.
  std::optional<std::string> not_alive(EventId e) const;
  // Whether `read`, were it executed now, would see `write` in each of its cells.
  bool sees(EventId read, EventId write) const;

  // Does the thread hold the lock, in a mode that keeps `mode` (an acquiring kind) of others out?
  bool keeps_out(ThreadId holder, LockId lock, Kind mode) const;

 private:
  struct LockHolders {
    ThreadId exclusive;
    std::vector<ThreadId> shared;
  };

  Fault execute(ThreadId thread, const Step& step, bool fixed) {
    uint32_t& end = end_[thread.index()];
    if (end == 0)
      if (Fault fault = first_event_rule(step.event)) return fault;
    end = step.event.value;
    if (step.plain && is_access(step.kind)) [[likely]] {
      EventId& last = last_write_[step.target];
      if (fixed && reads(step.kind) && last != step.seen) return sees_another_write(step.event);
      if (writes(step.kind)) last = step.event;
    } else if (!take_or_give(thread, step)) {
      if (Fault fault = try_step(step, fixed)) return fault;
    }
    end = step.event.value + 1;
    return std::nullopt;
  }
  // Whether the step is an exclusive acquire or release of a plain lock that is in order. If not,
  // nothing was done.
  bool take_or_give(ThreadId self, const Step& step) {
    const bool takes = step.kind == Kind::acquire, gives = step.kind == Kind::release;
    if (!step.plain || !(takes || gives)) return false;
    LockHolders& held = locks_[step.target];
    if (held.exclusive != (takes ? ThreadId::none() : self) || !held.shared.empty()) return false;
    held.exclusive = takes ? self : ThreadId::none();
    return true;
  }
  Fault try_step(const Step& step, bool fixed);
  Fault try_access(EventId e, bool fixed);
  Fault try_behind_partner(EventId e, Kind kind) const;
  Fault try_lock(EventId e, ThreadId self, LockHolders& held, Kind kind);
  Fault try_condition(EventId e);
  Fault try_barrier(EventId e);
  Fault try_semaphore(const Step& step);
  Fault first_event_rule(EventId e) const;
  Fault sees_another_write(EventId e) const;
  std::string name(EventId e) const;

  const Trace& trace_;
  const Steps& steps_;
  std::vector<size_t> steps_done_;                 // by thread
  std::vector<uint32_t> end_;                      // by thread
  std::vector<EventId> last_write_;                // by cell
  std::vector<LockHolders> locks_;                 // by lock
  std::vector<std::vector<uint32_t>> wait_began_;  // by thread: end_ at that moment
  struct Semaphore {
    uint64_t count = 0;
    uint32_t operations = 0;
  };
  std::vector<Semaphore> semaphores_;
};

}  // namespace foreweave
