// Which accesses of a thread the programmer may have thought of as one step: those of one
// invocation of a function, and those of one region that the program marks (foreweave.h). A trace
// without calls has no invocations; there the accesses in one function by one thread are a unit, as
// far as sites name functions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "events/trace.h"

namespace foreweave {

class WorkUnits {
 public:
  // A unit is named by its number; numbers are never used twice.
  using UnitId = uint64_t;

  explicit WorkUnits(const Trace& trace)
      : trace_(trace), has_calls_(trace.has(Kind::call)), threads_(trace.thread_count()) {}

  // To be called for every event of the trace.
  void step(EventId e) {
    Thread& t = threads_[trace_.thread(e).index()];
    ++t.events;
    switch (trace_.kind(e)) {
      case Kind::call:
        t.frames.push_back(++made_);
        break;
      case Kind::return_:
        if (!t.frames.empty()) t.frames.pop_back();
        break;
      case Kind::region_begin:
        t.regions.push_back(++made_);
        break;
      case Kind::region_end:
        if (!t.regions.empty()) t.regions.pop_back();
        break;
      default:
        break;
    }
  }

  // How many events of the thread there were, the current one included.
  uint32_t events_of(ThreadId t) const { return threads_[t.index()].events; }

  // The units that the thread's current event belongs to.
  UnitId invocation(EventId e) const {
    const Thread& t = threads_[trace_.thread(e).index()];
    if (!has_calls_) return kFunctions + trace_.site_info(trace_.site(e)).function.value;
    return t.frames.empty() ? kOutermost : t.frames.back();
  }
  std::span<const UnitId> regions(ThreadId t) const { return threads_[t.index()].regions; }
  // Whether the thread can still act within the unit.
  bool is_open(ThreadId t, UnitId unit) const;

 private:
  static constexpr UnitId kFunctions = UnitId{1} << 62, kOutermost = kFunctions - 1;

  struct Thread {
    uint32_t events = 0;
    std::vector<UnitId> frames, regions;  // increasing
  };

  const Trace& trace_;
  const bool has_calls_;
  std::vector<Thread> threads_;
  UnitId made_ = 0;
};

}  // namespace foreweave
