// The whole trace as it was, by what its threads do without a switch. Made once for a trace. Any
// number of threads may read it.
#pragma once

#include <algorithm>
#include <vector>

#include "events/reordering.h"
#include "events/trace.h"

namespace foreweave {

class TraceOrder {
 public:
  explicit TraceOrder(const Trace& trace) {
    for (uint32_t t = 0; t < trace.thread_count(); ++t) {
      uint32_t done = 0;
      trace.events_of(ThreadId(t)).for_each_run([&](EventId first, EventId end) {
        done += end.value - first.value;
        runs_.push_back({first, {ThreadId(t), done}});
      });
    }
    std::sort(runs_.begin(), runs_.end(),
              [](const Run& a, const Run& b) { return a.first < b.first; });
  }

  // visit(thread, first, end): the pieces of the trace between switches of the thread, from `begin`
  // up to `end`.
  template <class Visit>
  void for_each_run(EventId begin, EventId end, Visit visit) const {
    auto run = std::upper_bound(runs_.begin(), runs_.end(), begin,
                                [](EventId e, const Run& r) { return e < r.first; });
    if (run != runs_.begin()) --run;
    for (; run != runs_.end() && run->first < end; ++run) {
      const EventId next = run + 1 == runs_.end() ? end : std::min(run[1].first, end);
      visit(run->segment.thread, std::max(run->first, begin), next);
    }
  }

 private:
  struct Run {
    EventId first;
    Segment segment;
  };
  std::vector<Run> runs_;  // in the trace's order
};

}  // namespace foreweave
