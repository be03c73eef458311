#include "patterns/passes/touched_twice.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "patterns/passes/held_locks.h"
#include "patterns/passes/work_units.h"

namespace foreweave {

namespace {

// A table of what threads touched last, in which what is far back makes room for what is new. An
// entry lies within a few places from where its hash says; should these all be needed still, one of
// them goes, and its cell counts as touched twice.
class LastTouches {
 public:
  LastTouches(const Trace& trace, std::span<const CellGuard> guards,
              const LibrarySynchronisation& library, uint32_t distance)
      : trace_(trace),
        guards_(guards),
        library_(library),
        distance_(distance),
        units_(trace),
        held_(trace),
        found_(trace.cell_count()) {
    const size_t threads = std::min<size_t>(trace.thread_count(), kMostThreads);
    entries_.resize(std::bit_ceil(4 * size_t{distance} * threads + kPlaces));
  }

  BitSet find() {
    for (uint32_t i = 0; i < trace_.size(); ++i) {
      const EventId e(i);
      units_.step(e);
      if (operand_of(trace_.kind(e)) == Operand::lock) held_.step(e);
      if (!is_access(trace_.kind(e)) || !trace_.is_contended(trace_.location(e))) continue;
      // What counts for a step must be the same as for who asks.
      if (trace_.stands_for_order(trace_.location(e)) || trace_.is_of_thing(e)) continue;
      if (!library_.is_of(e)) touch(e);
    }
    return std::move(found_);
  }

 private:
  using UnitId = WorkUnits::UnitId;
  static constexpr size_t kMostThreads = 64, kPlaces = 8;
  struct Entry {
    ThreadId thread;  // none: nothing
    CellId cell;
    uint32_t at = 0;  // among the thread's events
    EventId section;  // of the cell's guard, if nobody does without that; or none
    std::array<uint32_t, 2> rounds = {};
    std::array<UnitId, 2> units = {};
  };

  void touch(EventId e) {
    units_.reach(e);
    Entry now{trace_.thread(e),     {}, units_.events_of(trace_.thread(e)), {}, {},
              units_.invocations(e)};
    for (size_t i = 0; i < 2; ++i) now.rounds[i] = units_.round(now.thread, now.units[i]);
    const Location& location = trace_.location_of(e);
    for (uint32_t k = 0; k < location.cell_count; ++k) {
      now.cell = CellId(location.first_cell.value + k);
      if (found_.contains(now.cell.index())) continue;
      now.section = section_of(now.thread, guards_[now.cell.index()]);
      put(now);
    }
  }

  EventId section_of(ThreadId t, const CellGuard& guard) const {
    if (guard.lock.exists() && guard.is_throughout)
      for (const HeldLocks::Taken& taken : held_.taken(t))
        if (taken.entry.lock == guard.lock) return taken.at;
    return EventId::none();
  }

  void put(const Entry& now) {
    const uint64_t hash =
        (uint64_t{now.cell.value} << 20 ^ now.thread.value) * 0x9e3779b97f4a7c15u >> 20;
    const size_t home = hash & (entries_.size() - 1);
    Entry* place = nullptr;
    for (size_t i = 0; i < kPlaces; ++i) {
      Entry& entry = entries_[(home + i) & (entries_.size() - 1)];
      if (entry.thread == now.thread && entry.cell == now.cell) {
        if (may_be_one_step(entry, now)) found_.add(now.cell.index());
        entry = now;
        return;
      }
      if (!place && !is_needed(entry)) place = &entry;
    }
    if (!place) {
      place = &entries_[home];
      found_.add(place->cell.index());
    }
    *place = now;
  }

  // Rounds only go on. So if both accesses are of the same units, and these have gone on since the
  // first, then nothing before it is of the same step as the second either.
  bool may_be_one_step(const Entry& before, const Entry& now) const {
    if (now.at - before.at > distance_) return false;
    // All others wait for the guard. What lies before the first was compared with that.
    if (now.section.exists() && before.section == now.section) return false;
    if (before.units != now.units) return true;
    return before.rounds[0] == now.rounds[0] || before.rounds[1] == now.rounds[1];
  }

  bool is_needed(const Entry& entry) const {
    if (!entry.thread.exists()) return false;
    const uint32_t at = units_.events_of(entry.thread);
    return at - entry.at <= distance_ && at < trace_.events_of(entry.thread).size();
  }

  const Trace& trace_;
  const std::span<const CellGuard> guards_;
  const LibrarySynchronisation& library_;
  const uint32_t distance_;
  WorkUnits units_;
  HeldLocks held_;
  BitSet found_;
  std::vector<Entry> entries_;
};

}  // namespace

BitSet cells_touched_twice(const Trace& trace, std::span<const CellGuard> guards,
                           const LibrarySynchronisation& library, uint32_t distance) {
  return LastTouches(trace, guards, library, distance).find();
}

}  // namespace foreweave
