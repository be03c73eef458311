#include "prove/check/past.h"

#include <algorithm>
#include <iterator>
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

Past::Kept Past::kept_before(uint32_t events) const {
  const std::lock_guard lock(mutex_);
  while (known_ < events && go_on()) continue;
  const size_t i = std::min<size_t>(events / distance_, states_.size() - 1);
  const Kept kept{static_cast<uint32_t>(i * distance_), &states_[i], known_};
  const auto behind = between_.upper_bound(events);
  if (behind == between_.begin() || std::prev(behind)->first <= kept.at) return kept;
  return {std::prev(behind)->first, &std::prev(behind)->second, known_};
}

// Where many ask, states lie closer.
Past::Point Past::behind(uint32_t events) const {
  const Kept kept = kept_before(events);
  Point point{std::min(events, kept.known), *kept.state};
  const uint32_t closer = std::max(distance_ / 4, 1u);
  const uint32_t stop = std::max(kept.at, point.events / closer * closer);
  if (stop > kept.at) {
    point.state.follow_run(EventId(kept.at), EventId(stop));
    const std::lock_guard lock(mutex_);
    between_.emplace(stop, point.state);
  }
  point.state.follow_run(EventId(stop), EventId(point.events));
  return point;
}

// Every read sees what it saw, so that it does not matter which are fixed in a witness. False if
// the run breaks a rule.
bool Past::go_on() const {
  Execution state = states_.back();
  const auto end = static_cast<uint32_t>(std::min(states_.size() * distance_, trace_.size()));
  const std::vector<uint32_t> ends(trace_.thread_count(), end);
  const bool is_run = !state.run_in_trace_order(EventId(known_), EventId(end), ends,
                                                [](const Step&) { return true; });
  if (!is_run) return false;
  known_ = end;
  states_.push_back(std::move(state));
  return true;
}

}  // namespace foreweave
