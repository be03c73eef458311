// Carries out a reordering piece by piece and says which of the rules 2 to 6 of docs/reorderings.md
// a piece breaks. Rule 1, program order, holds: each goes on where the last of its thread ended.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
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
    Fault fault;
    const bool done = steps_.for_each_of(t, EventId(end_[t.index()]), EventId(end), [&](EventId e) {
      const Step step = steps_.of(e);
      return execute(t, step, is_fixed(step), fault);
    });
    if (done) end_[t.index()] = end;  // what lies behind its last step can break no rule
    return fault;
  }
  // The same for several threads, in the trace's order: of each thread t the events with numbers
  // below ends[t], if that is more than were executed, and none of these may lie outside of `first`
  // to `last`.
  template <class IsFixed>
  Fault run_in_trace_order(EventId first, EventId last, std::span<const uint32_t> ends,
                           IsFixed is_fixed) {
    Fault fault;
    running_ = ends;
    const bool done = steps_.for_each(first, last, [&](EventId e) {
      const ThreadId t = trace_.thread(e);
      if (e.value < end_[t.index()] || e.value >= ends[t.index()]) return true;
      running_at_ = e.value;
      const Step step = steps_.of(e);
      return execute(t, step, is_fixed(step), fault);
    });
    running_ = {};
    for (size_t t = 0; t < end_.size() && done; ++t)
      if (end_[t] != 0)
        end_[t] = std::max(end_[t], ends[t]);  // it has begun: its first event is a step
    return fault;
  }

  // Executes what the run has between `first`, up to which everything is executed, and `end`. Known
  // to break no rule, so that only what it leaves behind has to be made.
  void follow_run(EventId first, EventId end);

  // The events of the thread with numbers below this are executed.
  uint32_t end(ThreadId thread) const {
    const uint32_t end = end_[thread.index()];
    return running_.empty() ? end : std::max(end, std::min(running_at_, running_[thread.index()]));
  }
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

  // False, and a sentence in `fault`, if it cannot happen.
  bool execute(ThreadId thread, const Step& step, bool fixed, Fault& fault) {
    uint32_t& end = end_[thread.index()];
    if (end == 0 && (fault = first_event_rule(step.event))) return false;
    end = step.event.value;
    if (step.plain && is_access(step.kind)) [[likely]] {
      EventId& last = last_write_[step.target];
      if (fixed && reads(step.kind) && last != step.seen) {
        fault = sees_another_write(step.event);
        return false;
      }
      if (writes(step.kind)) last = step.event;
    } else if (!take_or_give(thread, step) && (fault = try_step(step, fixed))) {
      return false;
    }
    end = step.event.value + 1;
    return true;
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
  std::vector<uint32_t> ends() const;
  Fault sees_another_write(EventId e) const;
  std::string name(EventId e) const;

  const Trace& trace_;
  const Steps& steps_;
  std::vector<uint32_t> end_;  // by thread, up to its last step
  // While threads run in the trace's order: their ends, and the event that is executed. All before
  // it is.
  std::span<const uint32_t> running_;
  uint32_t running_at_ = 0;
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
