#include "prove/check/steps.h"

namespace foreweave {

namespace {

Step make_step(const Trace& trace, EventId e) {
  const Kind kind = trace.kind(e);
  Step step{e, 0, EventId::none(), kind, false};
  if (is_access(kind)) {
    const Location& location = trace.location_of(e);
    step.plain = location.cell_count == 1 && location.object == kOtherMemory;
    step.target = location.first_cell.value;
    if (step.plain && reads(kind)) step.seen = trace.seen_write(e);
  } else if (operand_of(kind) == Operand::lock) {
    step.target = trace.lock(e).value;
    step.plain = trace.sync_objects(Operand::lock)[step.target].object == kOtherMemory;
  }
  return step;
}

}  // namespace

Steps::Steps(const Trace& trace) {
  for (uint32_t t = 0; t < trace.thread_count(); ++t) {
    first_.push_back(steps_.size());
    const ThreadEvents events = trace.events_of(ThreadId(t));
    if (!events.empty() && !trace.interacts(events.front()))
      steps_.push_back(make_step(trace, events.front()));
    events.for_each_run([&](EventId first, EventId end) {
      for (const EventId e : trace.interacting_between(first, end))
        steps_.push_back(make_step(trace, e));
    });
  }
  first_.push_back(steps_.size());
}

}  // namespace foreweave
