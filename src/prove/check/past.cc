#include "prove/check/past.h"

#include <algorithm>
#include <vector>

namespace foreweave {

// Carrying out what lies between two states takes longer than copying one.
static size_t usual_distance(const Trace& trace) {
  const size_t threads = trace.thread_count();
  const size_t semaphores = trace.sync_objects(Operand::semaphore).size();
  return trace.cell_count() + 8 * trace.lock_count() + 4 * semaphores + threads * threads + 1024;
}

Past::Past(const Trace& trace, const Steps& steps, uint32_t distance)
    : trace_(trace),
      distance_(distance > 0 ? distance : static_cast<uint32_t>(usual_distance(trace))),
      states_(1, Execution(trace, steps)) {}

std::pair<uint32_t, const Execution*> Past::within(uint32_t events) const {
  const std::lock_guard lock(mutex_);
  while (states_.size() <= events / distance_ && go_on()) continue;
  const size_t i = std::min<size_t>(events / distance_, states_.size() - 1);
  return {static_cast<uint32_t>(i * distance_), &states_[i]};
}

// Every read sees what it saw, so that it does not matter which are fixed in a witness. False if
// the run breaks a rule.
bool Past::go_on() const {
  Execution state = states_.back();
  const auto end = static_cast<uint32_t>(std::min(states_.size() * distance_, trace_.size()));
  const std::vector<uint32_t> ends(trace_.thread_count(), end);
  const EventId first(static_cast<uint32_t>((states_.size() - 1) * distance_));
  const bool is_run =
      !state.run_in_trace_order(first, EventId(end), ends, [](const Step&) { return true; });
  if (is_run) states_.push_back(std::move(state));
  return is_run;
}

}  // namespace foreweave
