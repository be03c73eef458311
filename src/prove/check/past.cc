#include "prove/check/past.h"

#include <algorithm>

namespace foreweave {

// Carrying out what lies between two states takes longer than copying one.
static size_t usual_distance(const Trace& trace) {
  const size_t threads = trace.thread_count();
  const size_t semaphores = trace.sync_objects(Operand::semaphore).size();
  return trace.cell_count() + 8 * trace.lock_count() + 4 * semaphores + threads * threads + 1024;
}

Past::Past(const Trace& trace, const Steps& steps, uint32_t distance)
    : trace_(trace),
      run_(Reordering::of_trace(trace)),
      distance_(distance > 0 ? distance : static_cast<uint32_t>(usual_distance(trace))),
      states_(1, Execution(trace, steps)) {}

std::pair<const Execution*, size_t> Past::beginning_of(const Reordering& witness,
                                                       uint32_t limit) const {
  const std::span<const Segment> all = witness.segments(), run = run_.segments();
  const auto differs = std::mismatch(all.begin(), all.end(), run.begin(), run.end()).first;
  limit = differs == all.begin() ? 0 : std::min(limit, end(differs[-1]));

  const std::lock_guard lock(mutex_);
  while (states_.size() <= limit / distance_ && go_on()) continue;
  const size_t i = std::min<size_t>(limit / distance_, states_.size() - 1);
  const auto first = std::partition_point(
      all.begin(), differs, [&](const Segment& s) { return end(s) <= i * distance_; });
  return {&states_[i], static_cast<size_t>(first - all.begin())};
}

// Every read sees what it saw, so that it does not matter which are fixed in a witness. False if
// the run breaks a rule.
bool Past::go_on() const {
  Execution state = states_.back();
  const size_t limit = states_.size() * distance_;
  for (size_t at = at_;; ++at) {
    const Segment& s = run_.segments()[at];
    const uint32_t until = static_cast<uint32_t>(std::min<size_t>(end(s), limit));
    if (state.run(s.thread, until, [](const Step&) { return true; })) return false;
    if (until < limit) continue;
    states_.push_back(std::move(state));
    at_ = at;
    return true;
  }
}

}  // namespace foreweave
