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

Reordering Reordering::of_trace(const Trace& trace) {
  std::vector<std::pair<EventId, Segment>> runs;
  for (uint32_t t = 0; t < trace.thread_count(); ++t) {
    uint32_t done = 0;
    trace.events_of(ThreadId(t)).for_each_run([&](EventId first, EventId end) {
      done += end.value - first.value;
      runs.emplace_back(first, Segment{ThreadId(t), done});
    });
  }
  std::sort(runs.begin(), runs.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  Reordering out;
  for (const auto& [first, segment] : runs) out.append(segment.thread, segment.until - 1);
  return out;
}

// Merges the threads' prefixes: always runs the thread whose next event is the first in the trace, up
// to the next event of the runner-up. So the cost goes with the switches, not with the events.
Reordering Reordering::in_trace_order(const Trace& trace, std::span<const uint32_t> done) {
  struct Prefix {
    ThreadId thread;
    ThreadEvents events;
    EventId next;
  };
  std::vector<Prefix> prefixes;
  for (uint32_t t = 0; t < done.size(); ++t)
    if (done[t] > 0) {
      const ThreadEvents events = trace.events_of(ThreadId(t)).first(done[t]);
      prefixes.push_back({ThreadId(t), events, events.front()});
    }

  Reordering out;
  while (!prefixes.empty()) {
    size_t first = 0;
    EventId runner_up = EventId::none();  // compares as larger than every event
    for (size_t i = 1; i < prefixes.size(); ++i) {
      const EventId next = prefixes[i].next, best = prefixes[first].next;
      runner_up = std::min(runner_up, std::max(next, best));
      if (next < best) first = i;
    }
    Prefix& p = prefixes[first];
    const uint32_t until = p.events.index_from(runner_up);
    out.append(p.thread, until - 1);
    if (until == p.events.size())
      prefixes.erase(prefixes.begin() + static_cast<ptrdiff_t>(first));
    else
      p.next = p.events[until];
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
