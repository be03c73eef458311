// What belongs together in a small trace, worked out again from docs/reorderings.md alone: which
// write a read saw, who woke a waiter, barrier rounds, runs of a once. The judges use these and not
// Trace's own links, so that a mistake in those is seen as well (links_test.cc compares).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "events/trace.h"

namespace foreweave::agree {

inline constexpr size_t kMaxEvents = 64;
inline constexpr size_t kMaxThreads = 8;
inline constexpr uint8_t kNoEvent = 0xff;

using EventSet = uint64_t;  // bit e is event e
constexpr EventSet bit(size_t e) { return EventSet{1} << e; }

struct Seen {
  uint8_t read;
  uint8_t write;  // kNoEvent: the initial contents
  uint32_t cell;
};

// Reused from trace to trace without allocating anew.
struct Links {
  // Of a wait_end: its thread's wait_begin, and the signal or broadcast that woke it.
  std::array<uint8_t, kMaxEvents> wait_begin;
  std::array<uint8_t, kMaxEvents> woken_by;
  // Of an arrival or a leave: the arrivals of its own round, and those of earlier rounds.
  std::array<EventSet, kMaxEvents> round;
  std::array<EventSet, kMaxEvents> earlier_rounds;
  // Of a once_pass or once_begin: the latest once_end of that once before it.
  std::array<uint8_t, kMaxEvents> once_end;
  // Of a release: its acquire.
  std::array<uint8_t, kMaxEvents> acquire;
  // What each read saw in each of its cells, in the trace's order.
  std::vector<Seen> seen;

  void derive(const Trace& trace);

 private:
  void derive_waits(const Trace& trace);
  void derive_rounds(const Trace& trace);
  void derive_once_and_locks(const Trace& trace);
  void derive_reads(const Trace& trace);
};

// Whether e touches cell c.
inline bool touches(const Trace& trace, EventId e, uint32_t c) {
  if (!is_access(trace.kind(e))) return false;
  const Location& l = trace.location_of(e);
  return c >= l.first_cell.value && c < l.first_cell.value + l.cell_count;
}

// Of different threads, a common cell, at least one writes, not both atomic.
bool can_race(const Trace& trace, EventId a, EventId b);

}  // namespace foreweave::agree
