// Which accesses of a thread the programmer may have thought of as one step: those of one
// invocation of a function, and those of one region that the program marks (foreweave.h). A trace
// without calls has no invocations; there the accesses in one function by one thread are a unit, as
// far as sites name functions.
//
// Small functions that only read or change something are called by the function that means it: so
// an access also belongs to the invocation that called its own. And what a loop does in its next
// round, or an inlined function when it is reached again, is another step: a unit has *rounds*, and
// a new one begins when it comes to a place that it had passed before.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/flat_map.h"
#include "events/trace.h"
#include "patterns/passes/places.h"

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
        if (t.progress.erase(t.frames.back()) > 0) t.last = {};
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

  // The invocations that the thread's current event belongs to: its own and the one that called it
  // (which is the same if there is none).
  std::array<UnitId, 2> invocations(EventId e) const {
    const Thread& t = threads_[trace_.thread(e).index()];
    if (!has_calls_) {
      const UnitId unit = kFunctions + trace_.site_info(trace_.site(e)).function.value;
      return {unit, unit};
    }
    const size_t depth = t.frames.size();
    return {depth > 0 ? t.frames[depth - 1] : kOutermost,
            depth > 1 ? t.frames[depth - 2] : kOutermost};
  }
  // To be called for every access that might belong to another one.
  void reach(EventId e);
  // The round that the invocation is in.
  uint32_t round(ThreadId t, UnitId invocation) const {
    const Thread& thread = threads_[t.index()];
    for (const auto& [unit, progress] : thread.last)
      if (progress && unit == invocation) return progress->round;
    const auto it = thread.progress.find(invocation);
    return it == thread.progress.end() ? 0 : it->second.round;
  }

  std::span<const UnitId> regions(ThreadId t) const { return threads_[t.index()].regions; }
  // Whether the thread can still act within the unit.
  bool is_open(ThreadId t, UnitId unit) const;

 private:
  static constexpr UnitId kFunctions = UnitId{1} << 62, kOutermost = kFunctions - 1;

  // How far an invocation is among the places it has been to.
  struct Progress {
    // A place, read or written, to how many were reached before it.
    FlatMap<uint32_t> places;
    uint32_t last = 0;
    uint32_t round = 0;
  };
  struct Thread {
    uint32_t events = 0;
    std::vector<UnitId> frames, regions;            // increasing
    std::unordered_map<UnitId, Progress> progress;  // of invocations that go on
    // Of these, the ones that were reached last: mostly they are reached again.
    std::array<std::pair<UnitId, Progress*>, 2> last = {};
  };
  Progress& progress_of(Thread& t, size_t i, UnitId unit) {
    auto& [last, progress] = t.last[i];
    if (!progress || last != unit) {
      last = unit;
      progress = &t.progress[unit];
    }
    return *progress;
  }

  const Trace& trace_;
  const bool has_calls_;
  const Places places_;
  std::vector<Thread> threads_;
  UnitId made_ = 0;
};

}  // namespace foreweave
