// Which accesses of a thread the programmer may have thought of as one step: those of one
// invocation of a function, and those of one region that the program marks (foreweave.h). A trace
// without calls has no invocations; there the accesses in one function by one thread are a unit, as
// far as sites name functions.
//
// Compilers inline. An access that stands in another function in the source belongs to another
// invocation, whatever the trace's calls say; and what a loop does in its next round, or a function
// when it is called again, is another step: of two accesses of an invocation only those in the
// order in which their places were first reached there belong together.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "events/trace.h"
#include "patterns/places.h"

namespace foreweave {

class WorkUnits {
 public:
  // A unit is named by its number; numbers are never used twice.
  using UnitId = uint64_t;

  explicit WorkUnits(const Trace& trace)
      : trace_(trace),
        has_calls_(trace.has(Kind::call)),
        places_(trace),
        threads_(trace.thread_count()) {}

  // To be called for every event of the trace.
  void step(EventId e) {
    Thread& t = threads_[trace_.thread(e).index()];
    ++t.events;
    switch (trace_.kind(e)) {
      case Kind::call:
        t.frames.push_back(++made_);
        break;
      case Kind::return_:
        if (t.frames.empty()) break;
        if (!t.reached.empty()) t.reached.erase(t.frames.back());
        t.frames.pop_back();
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
  // To be called for every access that might belong to another one, before belong_together().
  void reach(EventId e) {
    Thread& t = threads_[trace_.thread(e).index()];
    Reached& reached = t.reached[invocation(e)];
    reached.try_emplace(places_.of(trace_.site(e)), static_cast<uint32_t>(reached.size()));
  }
  // Of the current invocation of second's thread.
  bool belong_together(EventId first, EventId second) const;

  std::span<const UnitId> regions(ThreadId t) const { return threads_[t.index()].regions; }
  // Whether the thread can still act within the unit.
  bool is_open(ThreadId t, UnitId unit) const;

 private:
  static constexpr UnitId kFunctions = UnitId{1} << 62, kOutermost = kFunctions - 1;

  using Reached = std::unordered_map<uint32_t, uint32_t>;  // by place: the how manieth it was
  struct Thread {
    uint32_t events = 0;
    std::vector<UnitId> frames, regions;          // increasing
    std::unordered_map<UnitId, Reached> reached;  // by invocation that goes on
  };

  const Trace& trace_;
  const bool has_calls_;
  const Places places_;
  std::vector<Thread> threads_;
  UnitId made_ = 0;
};

}  // namespace foreweave
