// Carries out a reordering step by step and says which of the rules 2 to 6 of docs/reorderings.md a
// step breaks. Rule 1, program order, is the caller's: it takes a thread's steps one by one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "events/trace.h"
#include "prove/check/steps.h"

namespace foreweave {

class Execution {
  using Fault = std::optional<std::string>;

 public:
  explicit Execution(const Trace& trace);

  // Executes `step`, the next step of its thread, and what lies before it; a sentence if it cannot
  // happen now. If `fixed`, a read must see what it saw in the trace.
  std::optional<std::string> execute(ThreadId thread, const Step& step, bool fixed) {
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
    ++now_;
    return std::nullopt;
  }
  // Executes the events of the thread below `end` behind its last step: none can break a rule.
  void run_on(ThreadId thread, uint32_t end) { end_[thread.index()] = end; }

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
  Fault try_thread_event(EventId e);
  Fault try_lock(EventId e, ThreadId self, LockHolders& held, Kind kind);
  Fault try_condition(EventId e);
  Fault try_barrier(EventId e);
  Fault try_semaphore(EventId e);
  Fault try_once(EventId e) const;
  Fault first_event_rule(EventId e) const;
  Fault sees_another_write(EventId e) const;
  bool all_happened(std::span<const EventId> events) const;
  void count_operations_before_inits();
  std::string name(EventId e) const;

  const Trace& trace_;
  uint32_t now_ = 0;
  std::vector<uint32_t> end_;                            // by thread
  std::vector<EventId> last_write_;                      // by cell
  std::vector<LockHolders> locks_;                       // by lock
  std::vector<uint32_t> wait_began_;                     // by thread: when
  std::unordered_map<uint32_t, uint32_t> signalled_at_;  // signal or broadcast -> when
  struct Semaphore {
    uint64_t count = 0;
    uint32_t operations = 0;
  };
  std::vector<Semaphore> semaphores_;
  std::unordered_map<uint32_t, uint32_t> operations_before_init_;  // in the trace
  bool inits_counted_ = false;
};

}  // namespace foreweave
