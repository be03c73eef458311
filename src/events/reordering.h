// A sequence of a trace's events in which each thread's events form a prefix of what it did in the
// trace. Written as what differs from the recorded run: first so many of the run's events as they
// were, then pieces. In a piece some threads run on, each up to an event of its own, and their
// events come in the trace's order; so a piece of one thread is "thread T runs until it has
// executed `until` events". Program order holds by construction, and a witness over millions of
// events is as short as what it changes.
//
// Whether the other rules hold (threads, locks, reads, ...) is prove/check's business.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "events/trace.h"

namespace foreweave {

struct Segment {
  ThreadId thread;
  uint32_t until = 0;      // how many of its events the thread has executed after this segment
  bool with_next = false;  // of one piece with the segment behind it
  friend bool operator==(const Segment&, const Segment&) = default;
};

class Reordering {
 public:
  Reordering() = default;
  // As given, even if it is nonsense (shrinking counts, unknown threads): for reading witness
  // files.
  explicit Reordering(std::vector<Segment> parts) : parts_(std::move(parts)) {}
  Reordering(uint32_t as_recorded, std::vector<Segment> parts)
      : as_recorded_(as_recorded), parts_(std::move(parts)) {}

  // The next event of `thread` happens. `index` is its position among the thread's events.
  void append(ThreadId thread, uint32_t index) {
    const size_t n = parts_.size();
    const bool goes_on = n > 0 && parts_[n - 1].thread == thread;
    if (goes_on && (n == 1 || !parts_[n - 2].with_next))
      parts_.back().until = index + 1;
    else
      parts_.push_back({thread, index + 1});
  }

  uint32_t as_recorded() const { return as_recorded_; }  // the run's events before this one
  std::span<const Segment> parts() const { return parts_; }
  bool empty() const { return as_recorded_ == 0 && parts_.empty(); }
  friend bool operator==(const Reordering&, const Reordering&) = default;

  // --- only for a reordering whose segments grow and stay within the trace ---------------------
  // The same events in the same order, written as shortly as can be: equal sequences become equal.
  Reordering compacted(const Trace& trace) const;
  // visit(segment), one after the other, of one thread each; neighbours may be of the same. It
  // stops when visit returns false. Not the events that are as recorded and have numbers below
  // `from`, which is at most as_recorded().
  template <class Visit>
  void for_each_segment(const Trace& trace, Visit visit, uint32_t from = 0) const;
  // What a thread does without a switch, one segment each.
  std::vector<Segment> segments(const Trace& trace) const;
  std::vector<EventId> events(const Trace& trace) const;
  // How many events of each thread.
  std::vector<uint32_t> done(const Trace& trace) const;

  // The events of the trace that lie within `done[t]` events of each thread t, in the trace's
  // order.
  static Reordering in_trace_order(const Trace& trace, std::span<const uint32_t> done);
  // The whole trace as it was.
  static Reordering of_trace(const Trace& trace) {
    return {static_cast<uint32_t>(trace.size()), {}};
  }
  // From single events, each thread's in program order without gaps from its first.
  static Reordering from_events(const Trace& trace, std::span<const EventId> events);

  // The end of the piece that begins with the part.
  static size_t piece_end(std::span<const Segment> parts, size_t part) {
    while (part + 1 < parts.size() && parts[part].with_next) ++part;
    return part + 1;
  }

 private:
  // How many events of each thread lie before `event`.
  static std::vector<uint32_t> done_before(const Trace& trace, uint32_t event);

  uint32_t as_recorded_ = 0;
  std::vector<Segment> parts_;
};

// Always runs the thread whose next event is the first in the trace, up to the next event of the
// runner-up: the cost of a piece goes with its switches, not with its events.
template <class Visit>
bool for_each_segment_of_piece(const Trace& trace, std::span<const Segment> piece,
                               std::span<uint32_t> done, Visit visit) {
  struct Runner {
    Segment to;
    EventId next;
  };
  std::vector<Runner> runners;
  for (const Segment& s : piece)
    if (s.until > done[s.thread.index()])
      runners.push_back({{s.thread, s.until}, trace.events_of(s.thread)[done[s.thread.index()]]});
  while (!runners.empty()) {
    size_t first = 0;
    EventId runner_up = EventId::none();  // compares as larger than every event
    for (size_t i = 1; i < runners.size(); ++i) {
      const EventId next = runners[i].next, best = runners[first].next;
      runner_up = std::min(runner_up, std::max(next, best));
      if (next < best) first = i;
    }
    Runner& runner = runners[first];
    const ThreadEvents events = trace.events_of(runner.to.thread).first(runner.to.until);
    const uint32_t until = events.index_from(runner_up);
    done[runner.to.thread.index()] = until;
    if (!visit(Segment{runner.to.thread, until})) return false;
    if (until == runner.to.until)
      runners.erase(runners.begin() + static_cast<ptrdiff_t>(first));
    else
      runner.next = events[until];
  }
  return true;
}

template <class Visit>
void Reordering::for_each_segment(const Trace& trace, Visit visit, uint32_t from) const {
  std::vector<uint32_t> done = done_before(trace, from);
  while (from < as_recorded_) {
    const ThreadId t = trace.thread(EventId(from));
    uint32_t& mine = done[t.index()];
    while (from < as_recorded_ && trace.thread(EventId(from)) == t) ++from, ++mine;
    if (!visit(Segment{t, mine})) return;
  }
  for (size_t i = 0; i < parts_.size();) {
    const size_t end = piece_end(parts_, i);
    const auto piece = std::span(parts_).subspan(i, end - i);
    if (piece.size() > 1) {
      if (!for_each_segment_of_piece(trace, piece, done, visit)) return;
    } else {
      done[piece[0].thread.index()] = piece[0].until;
      if (!visit(Segment{piece[0].thread, piece[0].until})) return;
    }
    i = end;
  }
}

}  // namespace foreweave
