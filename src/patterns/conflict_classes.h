// Pairs of accesses that may meet as far as locks go, found without looking at every pair of
// events.
//
// Each contended cell keeps its *classes* of accesses (slot of the thread, site, kind, lockset),
// with the latest event of each. Two classes of different slots that conflict and hold no common lock are
// an open pair; when one of them occurs again, the pair is visited with its latest two events. A
// pair that the visitor is done with is closed and costs nothing any more.
//
// Accesses that hold the lock which guards most of a cell's accesses are not compared with each
// other: where locks nest there may be as many locksets as accesses.
//
// One event a class is enough for any relation that contains program order, forks and joins: if a class's latest
// event comes before an access, so do its earlier ones.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/flat_map.h"
#include "events/trace.h"
#include "model/order/thread_slots.h"
#include "patterns/guarded_cells.h"
#include "patterns/held_locks.h"

namespace foreweave {

class ConflictClasses {
 public:
  ConflictClasses(const Trace& trace, const ThreadSlots& threads)
      : trace_(trace), threads_(threads), held_(trace), slots_(trace.cell_count(), kNoSlot) {
    guards_ = cell_guards(trace);
    for (size_t c = 0; c < guards_.size(); ++c)
      if (guards_[c].is_throughout) slots_[c] = kGuarded;
  }

  void lock_event(EventId e) { held_.step(e); }

  // Notes access e to a contended location. For each open pair with another class:
  // bool done = visit(the other class's latest event, its thread's slot).
  template <class Visit>
  void access(EventId e, Visit visit) {
    const Location& location = trace_.location_of(e);
    const ThreadId t = trace_.thread(e);
    const Kind kind = trace_.kind(e);
    const ClassKey key{threads_.of(t), trace_.site(e), held_.of(t), writes(kind), is_atomic(kind)};
    for (uint32_t k = 0; k < location.cell_count; ++k) {
      const size_t number = location.first_cell.index() + k;
      if (slots_[number] == kGuarded) continue;
      Cell& cell = cell_at(number);
      const bool as_before = cell.last < cell.classes.size() && cell.classes[cell.last].key == key;
      const uint32_t own = as_before ? cell.last : find_or_add(key, cell);
      cell.last = own;
      AccessClass& mine = cell.classes[own];
      mine.latest = e;
      std::erase_if(mine.open, [&](uint32_t other) {
        return visit(cell.classes[other].latest, cell.classes[other].key.slot);
      });
    }
  }

 private:
  struct ClassKey {
    SlotId slot;
    SiteId site;
    HeldLocks::SetId lockset;
    bool writes, atomic;

    bool operator==(const ClassKey&) const = default;
    uint64_t hash() const {
      uint64_t h = site.value * 0x9e3779b97f4a7c15u;
      h = (h ^ slot.value) * 0x9e3779b97f4a7c15u;
      h = (h ^ lockset) * 0x9e3779b97f4a7c15u;
      return h ^ (h >> 29) ^ (uint64_t{writes} << 1 | uint64_t{atomic});
    }
  };
  struct AccessClass {
    EventId latest;
    ClassKey key;
    std::vector<uint32_t> open;  // classes of the cell
  };
  struct Cell {
    LockId guard;  // of most accesses; or none
    std::vector<AccessClass> classes;
    std::vector<uint32_t> unguarded;  // those that do not hold it exclusively
    FlatMap<uint32_t> index;  // by hash, once there are more than kFew classes
    uint32_t last = 0;        // the class of the last access
  };
  static constexpr size_t kFew = 12;
  static constexpr uint32_t kNoSlot = UINT32_MAX, kGuarded = UINT32_MAX - 1;

  Cell& cell_at(size_t number);
  uint32_t find_or_add(const ClassKey& key, Cell& cell);

  const Trace& trace_;
  const ThreadSlots& threads_;
  HeldLocks held_;
  std::vector<CellGuard> guards_;  // by cell
  std::vector<uint32_t> slots_;    // by cell, into cells_: only unguarded contended cells get one
  std::deque<Cell> cells_;
};

}  // namespace foreweave
