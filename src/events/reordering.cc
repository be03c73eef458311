#include "events/reordering.h"

#include <utility>

#include "base/check.h"

namespace foreweave {

namespace {

// Events that come in the trace's order, before they are written as a piece.
class Group {
 public:
  explicit Group(const Trace& trace) : until_(trace.thread_count()) {}

  void add(const Segment& s) {
    if (until_[s.thread.index()] == 0) threads_.push_back(s.thread);
    until_[s.thread.index()] = s.until;
  }
  // And is empty again.
  void write_to(std::vector<Segment>& parts) {
    std::sort(threads_.begin(), threads_.end());
    for (const ThreadId t : threads_)
      parts.push_back({t, std::exchange(until_[t.index()], 0), true});
    if (!threads_.empty()) parts.back().with_next = false;
    threads_.clear();
  }

 private:
  std::vector<ThreadId> threads_;
  std::vector<uint32_t> until_;  // by thread; 0 if it is not one of these
};

}  // namespace

std::vector<uint32_t> Reordering::done_before(const Trace& trace, uint32_t event) {
  std::vector<uint32_t> done(trace.thread_count());
  for (uint32_t t = 0; t < done.size() && event > 0; ++t)
    done[t] = trace.events_of(ThreadId(t)).index_from(EventId(event));
  return done;
}

std::vector<uint32_t> Reordering::done(const Trace& trace) const {
  std::vector<uint32_t> done = done_before(trace, as_recorded_);
  for (const Segment& s : parts_) done[s.thread.index()] = s.until;
  return done;
}

std::vector<Segment> Reordering::segments(const Trace& trace) const {
  Reordering joined;
  for_each_segment(trace, [&](const Segment& s) {
    joined.append(s.thread, s.until - 1);
    return true;
  });
  return std::move(joined.parts_);
}

std::vector<EventId> Reordering::events(const Trace& trace) const {
  std::vector<uint32_t> done(trace.thread_count());
  std::vector<EventId> out;
  for_each_segment(trace, [&](const Segment& s) {
    CHECK(s.thread.index() < done.size(), "a reordering of threads that the trace lacks");
    const auto events = trace.events_of(s.thread);
    CHECK(s.until <= events.size(), "a reordering beyond the end of a thread");
    uint32_t& at = done[s.thread.index()];
    while (at < s.until) out.push_back(events[at++]);
    return true;
  });
  return out;
}

Reordering Reordering::in_trace_order(const Trace& trace, std::span<const uint32_t> done) {
  uint32_t first_undone = static_cast<uint32_t>(trace.size());
  for (uint32_t t = 0; t < trace.thread_count(); ++t) {
    const ThreadEvents events = trace.events_of(ThreadId(t));
    const uint32_t own = t < done.size() ? done[t] : 0;
    if (own < events.size()) first_undone = std::min(first_undone, events[own].value);
  }
  const std::vector<uint32_t> before = done_before(trace, first_undone);
  Group rest(trace);
  for (uint32_t t = 0; t < done.size(); ++t)
    if (done[t] > before[t]) rest.add({ThreadId(t), done[t]});
  Reordering out;
  out.as_recorded_ = first_undone;
  rest.write_to(out.parts_);
  return out;
}

// Two pieces are one if all of the second lies behind all of the first in the trace. What is as
// recorded lies before everything else.
Reordering Reordering::compacted(const Trace& trace) const {
  std::vector<uint32_t> done = done_before(trace, as_recorded_);
  std::vector<Segment> pieces;  // from the second on
  Group group(trace);
  size_t i = 0;
  uint32_t last = 0;  // event of the group
  const auto gather = [&] {
    for (bool is_first = true; i < parts_.size(); is_first = false) {
      const size_t end = piece_end(parts_, i);
      uint32_t piece_first = UINT32_MAX, piece_last = 0;
      for (size_t k = i; k < end; ++k) {
        const ThreadEvents events = trace.events_of(parts_[k].thread);
        piece_first = std::min(piece_first, events[done[parts_[k].thread.index()]].value);
        piece_last = std::max(piece_last, events[parts_[k].until - 1].value);
      }
      if (!is_first && piece_first < last) return;
      for (; i < end; ++i) {
        group.add(parts_[i]);
        done[parts_[i].thread.index()] = parts_[i].until;
      }
      last = piece_last;
    }
  };
  gather();
  Reordering out = in_trace_order(trace, done);
  group = Group(trace);
  while (i < parts_.size()) {
    gather();
    group.write_to(out.parts_);
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
