// A sequence of a trace's events in which each thread's events form a prefix of what it did in the
// trace, written as segments: "thread T runs until it has executed `until` events". So program
// order holds by construction, and a witness over millions of events is as short as its switches.
//
// Whether the other rules hold (threads, locks, reads, ...) is prove/check's business.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "events/trace.h"

namespace foreweave {

struct Segment {
  ThreadId thread;
  uint32_t until = 0;  // how many of its events the thread has executed after this segment
  friend bool operator==(const Segment&, const Segment&) = default;
};

class Reordering {
 public:
  Reordering() = default;
  // As given, even if it is nonsense (shrinking counts, unknown threads): for reading witness files.
  explicit Reordering(std::vector<Segment> segments) : segments_(std::move(segments)) {}

  // The next event of `thread` happens. `index` is its position among the thread's events.
  void append(ThreadId thread, uint32_t index) {
    if (!segments_.empty() && segments_.back().thread == thread)
      segments_.back().until = index + 1;
    else
      segments_.push_back({thread, index + 1});
  }

  std::span<const Segment> segments() const { return segments_; }
  bool empty() const { return segments_.empty(); }
  friend bool operator==(const Reordering&, const Reordering&) = default;

  // The events one by one; only for a reordering whose segments grow and stay within the trace.
  std::vector<EventId> events(const Trace& trace) const;

  // The events of the trace that lie within `done[t]` events of each thread t, in the trace's order.
  static Reordering in_trace_order(const Trace& trace, std::span<const uint32_t> done);
  // The whole trace as it was.
  static Reordering of_trace(const Trace& trace);
  // From single events, each thread's in program order without gaps from its first.
  static Reordering from_events(const Trace& trace, std::span<const EventId> events);

 private:
  std::vector<Segment> segments_;
};

}  // namespace foreweave
