#include "events/reordering.h"

#include <algorithm>

#include "base/check.h"

namespace foreweave {

std::vector<EventId> Reordering::events(const Trace& trace) const {
  std::vector<uint32_t> done(trace.thread_count());
  std::vector<EventId> out;
  for (const Segment& s : segments_) {
    CHECK(s.thread.index() < done.size(), "a reordering of threads that the trace lacks");
    const auto events = trace.events_of(s.thread);
    CHECK(s.until <= events.size(), "a reordering beyond the end of a thread");
    uint32_t& at = done[s.thread.index()];
    while (at < s.until) out.push_back(events[at++]);
  }
  return out;
}

// Merges the threads' prefixes: always runs the thread whose next event is the first in the trace, up
// to the next event of the runner-up. So the cost goes with the switches, not with the events.
Reordering Reordering::in_trace_order(const Trace& trace, std::span<const uint32_t> done) {
  struct Prefix {
    ThreadId thread;
    std::span<const EventId> events;
    size_t at = 0;
  };
  std::vector<Prefix> prefixes;
  for (uint32_t t = 0; t < done.size(); ++t)
    if (done[t] > 0) prefixes.push_back({ThreadId(t), trace.events_of(ThreadId(t)).first(done[t])});

  Reordering out;
  while (!prefixes.empty()) {
    size_t first = 0;
    EventId runner_up = EventId::none();  // compares as larger than every event
    for (size_t i = 1; i < prefixes.size(); ++i) {
      const EventId next = prefixes[i].events[prefixes[i].at];
      const EventId best = prefixes[first].events[prefixes[first].at];
      runner_up = std::min(runner_up, std::max(next, best));
      if (next < best) first = i;
    }
    Prefix& p = prefixes[first];
    // Runs are short against the rest of the thread: look ahead in growing steps.
    size_t low = p.at, step = 1;
    while (low + step < p.events.size() && p.events[low + step] < runner_up) {
      low += step;
      step *= 2;
    }
    const auto stop = p.events.begin() + static_cast<ptrdiff_t>(std::min(low + step, p.events.size()));
    p.at = static_cast<size_t>(
        std::lower_bound(p.events.begin() + static_cast<ptrdiff_t>(low), stop, runner_up) - p.events.begin());
    out.append(p.thread, static_cast<uint32_t>(p.at - 1));
    if (p.at == p.events.size()) prefixes.erase(prefixes.begin() + static_cast<ptrdiff_t>(first));
  }
  return out;
}

Reordering Reordering::from_events(const Trace& trace, std::span<const EventId> events) {
  Reordering out;
  std::vector<uint32_t> at(trace.thread_count());
  for (const EventId e : events) {
    const ThreadId t = trace.thread(e);
    const uint32_t next = at[t.index()]++;
    CHECK(trace.events_of(t)[next] == e, "events out of program order");
    out.append(t, next);
  }
  return out;
}

}  // namespace foreweave
