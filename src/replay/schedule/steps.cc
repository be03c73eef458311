#include "replay/schedule/steps.h"

#include "capture/abi/schedule.h"

namespace foreweave {

bool is_step(const Trace& trace, EventId event) {
  if (!is_step(trace.kind(event))) return false;
  if (!is_access(trace.kind(event))) return true;
  const Location& location = trace.location_of(event);
  return location.object != kOtherMemory || location.offset != FW_SIGNALS_WORD;
}

std::vector<uint32_t> steps_before_events(const Trace& trace, ThreadId thread) {
  std::vector<uint32_t> before;
  before.reserve(trace.events_of(thread).size() + 1);
  uint32_t steps = 0;
  for (const EventId event : trace.events_of(thread)) {
    before.push_back(steps);
    steps += is_step(trace, event);
  }
  before.push_back(steps);
  return before;
}

std::vector<EventId> steps_of(const Trace& trace, ThreadId thread) {
  std::vector<EventId> steps;
  for (const EventId event : trace.events_of(thread))
    if (is_step(trace, event)) steps.push_back(event);
  return steps;
}

}  // namespace foreweave
