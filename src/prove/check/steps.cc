#include "prove/check/steps.h"

#include <unordered_map>

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
  // A thread's first event may be one that nobody else sees, and then it sees what is not here.
  step.plain &= !trace.keeps_place(e) && trace.interacts(e);
  return step;
}

}  // namespace

Steps::Steps(const Trace& trace) {
  std::unordered_map<uint32_t, uint32_t> before_init;
  std::vector<uint32_t> operations(trace.sync_objects(Operand::semaphore).size());
  for (EventId e(0); !operations.empty() && e.value < trace.size(); ++e.value) {
    if (operand_of(trace.kind(e)) != Operand::semaphore) continue;
    const uint32_t before = operations[trace.sync(e).index()]++;
    if (trace.kind(e) == Kind::semaphore_init) before_init[e.value] = before;
  }
  const auto add = [&](EventId e) {
    steps_.push_back(make_step(trace, e));
    Step& step = steps_[steps_.size() - 1];
    if (step.kind == Kind::semaphore_init) step.target = before_init.at(e.value);
  };
  for (uint32_t t = 0; t < trace.thread_count(); ++t) {
    first_.push_back(steps_.size());
    const ThreadEvents events = trace.events_of(ThreadId(t));
    if (!events.empty() && !trace.interacts(events.front())) add(events.front());
    events.for_each_run([&](EventId first, EventId end) {
      for (const EventId e : trace.interacting_between(first, end)) add(e);
    });
  }
  first_.push_back(steps_.size());
}

}  // namespace foreweave
