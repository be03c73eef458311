// The events of a trace that can break a rule when they are reordered, each as what has to be
// looked at. A witness is checked by going through these alone. They are made where they are
// needed: most of a trace is gone through once (past.h), and a copy of it would take longer to
// make.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "events/trace.h"

namespace foreweave {

struct Step {
  EventId event;
  // A plain step is an access of one cell of memory that is always alive, or a lock event with a
  // lock in such memory, which need not keep its place: `target` is the cell or lock, `seen` what
  // the access saw in the trace. Of a semaphore's set-up it is how many operations it had before,
  // in the trace. Whatever else is to be known of an event, the trace says.
  uint32_t target = 0;
  EventId seen;
  Kind kind = Kind::thread_begin;
  bool plain = false;
};

// Keeps a reference to the trace. What it leaves out can break no rule, see Trace::interacting; but
// each thread's first event is there.
class Steps {
 public:
  explicit Steps(const Trace& trace);

  Step of(EventId e) const;

  // visit(event) for the steps among the trace's events from `first` up to before `end`, in its
  // order, until it returns false; then it returns false, too.
  template <class Visit>
  bool for_each(EventId first, EventId end, Visit visit) const {
    for (const EventId e : EventRange(steps_, first.index(), end.index()))
      if (!visit(e)) return false;
    return true;
  }
  // The same for events of one thread.
  template <class Visit>
  bool for_each_of(ThreadId t, EventId first, EventId end, Visit visit) const {
    const ThreadEvents events = trace_.events_of(t);
    const std::span<const ThreadRun> runs = events.runs();
    auto run = std::ranges::upper_bound(runs, first, {}, &ThreadRun::event);
    if (run != runs.begin()) --run;
    for (; run != runs.end() && run->event < end; ++run) {
      const auto next = run + 1 == runs.end() ? static_cast<uint32_t>(events.size()) : run[1].index;
      const EventId behind(run->event.value + (next - run->index));
      if (!for_each(std::max(first, run->event), std::min(end, behind), visit)) return false;
    }
    return true;
  }

 private:
  const Trace& trace_;
  BitSet steps_;
  std::unordered_map<uint32_t, uint32_t> before_init_;  // by set-up of a semaphore
};

inline Step Steps::of(EventId e) const {
  const Kind kind = trace_.kind(e);
  Step step{e, 0, EventId::none(), kind, false};
  if (is_access(kind)) {
    const Location& location = trace_.location_of(e);
    step.plain = location.cell_count == 1 && location.object == kOtherMemory;
    step.target = location.first_cell.value;
    if (step.plain && reads(kind)) step.seen = trace_.seen_write(e);
  } else if (operand_of(kind) == Operand::lock) {
    step.target = trace_.lock(e).value;
    step.plain = trace_.sync_objects(Operand::lock)[step.target].object == kOtherMemory;
  } else if (kind == Kind::semaphore_init) {
    step.target = before_init_.at(e.value);
  }
  // A thread's first event may be one that nobody else sees, and then it sees what is not here.
  step.plain = step.plain && !trace_.keeps_place(e) && trace_.interacts(e);
  return step;
}

}  // namespace foreweave
