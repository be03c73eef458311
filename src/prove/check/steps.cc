#include "prove/check/steps.h"

#include <vector>

namespace foreweave {

Steps::Steps(const Trace& trace) : trace_(trace), steps_(trace.interacting_events()) {
  for (uint32_t t = 0; t < trace.thread_count(); ++t)
    if (const ThreadEvents events = trace.events_of(ThreadId(t)); !events.empty())
      steps_.add(events.front().index());
  std::vector<uint32_t> operations(trace.sync_objects(Operand::semaphore).size());
  if (operations.empty()) return;
  for (const EventId e : trace.interacting()) {
    if (operand_of(trace.kind(e)) != Operand::semaphore) continue;
    const uint32_t before = operations[trace.sync(e).index()]++;
    if (trace.kind(e) == Kind::semaphore_init) before_init_[e.value] = before;
  }
}

}  // namespace foreweave
