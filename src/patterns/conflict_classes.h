// Pairs of accesses that may meet as far as locks go, found without looking at every pair of
// events.
//
// Each contended cell keeps its *classes* of accesses (slot of the thread, site, kind, lockset),
// with the latest event of each. Two classes of different slots that conflict and hold no common lock are
// an open pair; when one of them occurs again, the pair is visited with its latest two events. A
// pair that the visitor is done with is closed and costs nothing any more.
//
// Accesses that hold the lock which guards most of a cell's accesses are not compared with each
// other: where locks nest there may be as many locksets as accesses. And if nobody who does without
// that lock holds another one, the rest of their locksets makes no difference: they are one class.
//
// One event a class is enough for any relation that contains program order, forks and joins: if a class's latest
// event comes before an access, so do its earlier ones.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/flat_map.h"
#include "base/prefetch.h"
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
  // Before a pair is opened: bool done = is_done(the one site, the other site).
  template <class IsDone, class Visit>
  void access(EventId e, IsDone is_done, Visit visit) {
    fetch_ahead(e);
    const Location& location = trace_.location_of(e);
    const ThreadId t = trace_.thread(e);
    const Kind kind = trace_.kind(e);
    ClassKey key{threads_.of(t), trace_.site(e), 0, writes(kind), is_atomic(kind)};
    for (uint32_t k = 0; k < location.cell_count; ++k) {
      const size_t number = location.first_cell.index() + k;
      if (slots_[number] == kGuarded) continue;
      Cell& cell = cell_at(number);
      key.lockset = lockset(t, cell);
      const uint32_t own = find(key, cell);
      if (own == cell.classes.size()) add(key, cell, is_done);
      AccessClass& mine = cell.classes[own];
      mine.latest = e;
      if (mine.open == kNoneOpen) continue;
      std::erase_if(open_[mine.open], [&](uint32_t other) {
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
      const uint64_t h = (uint64_t{tag()} << 32 | lockset) * 0x9e3779b97f4a7c15u;
      return h ^ (h >> 29);
    }
    // Of all but the lockset, which is not known of accesses to come.
    uint32_t tag() const {
      uint64_t h = (uint64_t{site.value} << 2 | uint64_t{writes} << 1 | uint64_t{atomic}) *
                   0x9e3779b97f4a7c15u;
      h = (h ^ slot.value) * 0x9e3779b97f4a7c15u;
      return static_cast<uint32_t>(h >> 32);
    }
  };
  static constexpr uint32_t kNoneOpen = UINT32_MAX;
  struct alignas(32) AccessClass {  // never in two lines of the cache
    EventId latest;
    ClassKey key;
    uint32_t open = kNoneOpen;  // in open_
  };
  static_assert(sizeof(AccessClass) == 32);
  // What nearly every access needs is in one line of the cache.
  struct alignas(64) Cell {
    LockId guard;  // of most accesses; or none
    HeldLocks::SetId only_guard = 0;  // the set of that, if other locks make no difference
    std::vector<uint32_t> tags;       // by class
    std::vector<AccessClass> classes;
    std::vector<uint32_t> unguarded;  // those that do not hold it exclusively
    FlatMap<uint32_t> index;          // by hash, once there are more than kFew classes
  };
  static constexpr size_t kFew = 48;
  static constexpr uint32_t kNoSlot = UINT32_MAX, kGuarded = UINT32_MAX - 1;

  Cell& cell_at(size_t number);
  // As far as it matters for the cell.
  HeldLocks::SetId lockset(ThreadId t, const Cell& cell) {
    if (cell.only_guard != 0 && held_.holds_exclusively(t, cell.guard)) return cell.only_guard;
    return held_.of(t);
  }
  // The number of classes if it is new.
  uint32_t find(const ClassKey& key, Cell& cell);

  template <class IsDone>
  void add(const ClassKey& key, Cell& cell, IsDone is_done) {
    std::vector<AccessClass>& classes = cell.classes;
    AccessClass fresh{EventId::none(), key};
    const uint32_t added = static_cast<uint32_t>(classes.size());
    const auto compare = [&](uint32_t i) {
      AccessClass& old = classes[i];
      if (old.key.slot == key.slot || !(old.key.writes || key.writes)) return;
      if (old.key.atomic && key.atomic) return;
      if (held_.exclude(old.key.lockset, key.lockset) || is_done(old.key.site, key.site)) return;
      open_list(fresh).push_back(i);
      open_list(old).push_back(added);
    };
    if (cell.guard.exists() && held_.has_exclusively(key.lockset, cell.guard)) {
      for (const uint32_t i : cell.unguarded) compare(i);
    } else {
      for (uint32_t i = 0; i < added; ++i) compare(i);
      cell.unguarded.push_back(added);
    }
    cell.tags.push_back(key.tag());
    if (cell.index.size() > 0) cell.index.find_or_add(key.hash() >> 1).value = added;
    classes.push_back(fresh);
  }
  std::vector<uint32_t>& open_list(AccessClass& c) {
    if (c.open == kNoneOpen) {
      c.open = static_cast<uint32_t>(open_.size());
      open_.emplace_back();
    }
    return open_[c.open];
  }

  // Cells lie all over memory, and the trace tells which ones come next: they are fetched while
  // others are looked at, what a cell points to when the cell is there.
  void fetch_ahead(EventId e) const {
    if (const Cell* cell = known_cell(e.index() + 18)) prefetch(cell);
    if (const Cell* cell = known_cell(e.index() + 12); cell && !cell->tags.empty()) {
      prefetch(cell->tags.data());
      prefetch(cell->tags.data() + 16);
    }
    if (const Cell* cell = known_cell(e.index() + 6); cell && cell->tags.size() <= kFew) {
      const EventId next(e.value + 6);
      const Kind kind = trace_.kind(next);
      const uint32_t tag = ClassKey{threads_.of(trace_.thread(next)), trace_.site(next), 0,
                                    writes(kind), is_atomic(kind)}
                               .tag();
      for (size_t i = 0; i < cell->tags.size(); ++i)
        if (cell->tags[i] == tag) prefetch(&cell->classes[i]);
    }
  }
  // Null if the event, should there be one, touches none.
  const Cell* known_cell(size_t event) const {
    if (event >= trace_.size()) return nullptr;
    const EventId e(static_cast<uint32_t>(event));
    if (!is_access(trace_.kind(e))) return nullptr;
    const uint32_t slot = slots_[trace_.location_of(e).first_cell.index()];
    return slot < cells_.size() ? &cells_[slot] : nullptr;
  }

  const Trace& trace_;
  const ThreadSlots& threads_;
  HeldLocks held_;
  std::vector<CellGuard> guards_;  // by cell
  std::vector<uint32_t> slots_;    // by cell, into cells_: only unguarded contended cells get one
  std::deque<Cell> cells_;
  std::vector<std::vector<uint32_t>> open_;  // classes of the cell, by class that has any
};

}  // namespace foreweave
