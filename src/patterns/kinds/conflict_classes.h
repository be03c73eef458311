// Pairs of accesses that may meet as far as locks go, found without looking at every pair of
// events.
//
// Each contended cell keeps its *classes* of accesses (slot of the thread, site, kind, lockset),
// with the latest event of each. Two classes of different slots that conflict and hold no common
// lock are an open pair; when one of them occurs again, the pair is visited with its latest two
// events. A pair that the visitor is done with is closed and costs nothing any more.
//
// Accesses that hold the lock which guards most of a cell's accesses are not compared with each
// other: where locks nest there may be as many locksets as accesses. And if nobody who does without
// that lock holds another one, the rest of their locksets makes no difference: they are one class.
//
// Cells lie all over memory, so that an access should touch few lines of the cache: up to four
// classes of a cell are in one, then each of the cell's lines has those of a few threads, and only
// beyond that they are looked up in a table.
//
// One event a class is enough for any relation that contains program order, forks and joins: if a
// class's latest event comes before an access, so do its earlier ones.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/bit_set.h"
#include "base/column.h"
#include "base/flat_map.h"
#include "base/prefetch.h"
#include "events/trace.h"
#include "model/order/thread_slots.h"
#include "patterns/passes/guarded_cells.h"
#include "patterns/passes/held_locks.h"

namespace foreweave {

class ConflictClasses {
 public:
  // `asked`: only accesses of these cells count, such as those of cells with two accesses that are
  // not ordered (meeting_cells.h).
  ConflictClasses(const Trace& trace, const ThreadSlots& threads, const BitSet* asked = nullptr)
      : trace_(trace),
        threads_(threads),
        spread_(std::min(kMostSpread, threads.count())),
        held_(trace),
        ends_(threads.count()),
        slots_(trace.cell_count(), kNoSlot) {
    guards_ = cell_guards(trace, asked);
    for (size_t c = 0; c < guards_.size(); ++c)
      if (guards_[c].is_throughout || (asked && !asked->contains(c))) slots_[c] = kGuarded;
  }

  void lock_event(EventId e) { held_.step(e); }
  // For visitors: where the two accesses met.
  CellId cell() const { return cell_; }

  // Notes access e to a contended location. `clock` says what is ordered before it: of each slot
  // the events with numbers below. For each open pair with another class whose latest event is not:
  // bool done = visit(that event).
  // Before a pair is opened: bool done = is_done(the one site, the other site).
  template <class IsDone, class Visit>
  void access(EventId e, const uint32_t* clock, IsDone is_done, Visit visit) {
    fetch_ahead(e);
    const Location& location = trace_.location_of(e);
    const ThreadId t = trace_.thread(e);
    const SlotId slot = threads_.of(t);
    ends_[slot.index()] = e.value + 1;
    AccessClass key{trace_.site(e), 0, EventId::none(), who(slot, trace_.kind(e))};
    for (uint32_t k = 0; k < location.cell_count; ++k) {
      const size_t number = location.first_cell.index() + k;
      if (slots_[number] == kGuarded) continue;
      cell_ = CellId(static_cast<uint32_t>(number));
      Cell& cell = cell_at(number);
      key.lockset = lockset(t, cell);
      ClassId own = find(key, cell, slots_[number]);
      if (own == kNone) own = add(key, cell, slots_[number], is_done);
      AccessClass& mine = at(own);
      mine.latest = e;
      if (mine.unguarded()) cell.last_unguarded = e.value;
      if (!mine.has_open()) continue;
      if (!mine.unguarded() && cell.last_unguarded < all_before(slot, clock)) continue;
      std::vector<uint32_t>& open = open_[open_of_[own]];
      std::erase_if(open, [&](uint32_t ordinal) {
        const AccessClass& other = at(cell.order[ordinal]);
        return other.latest.value >= clock[other.slot().index()] && visit(other.latest);
      });
      if (open.empty()) at(own).by &= ~kHasOpen;
    }
  }

 private:
  // Who does what: the slot, and then bits.
  static constexpr uint32_t kHasOpen = 1, kUnguarded = 2, kAtomic = 4, kWrites = 8, kBits = 4,
                            kNobody = UINT32_MAX;
  static uint32_t who(SlotId slot, Kind kind) {
    return slot.value << kBits | (writes(kind) ? kWrites : 0) | (is_atomic(kind) ? kAtomic : 0);
  }
  struct AccessClass {
    SiteId site;
    HeldLocks::SetId lockset = 0;
    EventId latest;
    uint32_t by = kNobody;

    SlotId slot() const { return SlotId(by >> kBits); }
    bool writes() const { return by & kWrites; }
    bool atomic() const { return by & kAtomic; }
    bool has_open() const { return by & kHasOpen; }
    // It does not hold the cell's guard exclusively: only then others that do may meet it.
    bool unguarded() const { return by & kUnguarded; }
    uint32_t who() const { return by & ~(kHasOpen | kUnguarded); }
    // Without branches: which one of a block it is cannot be foreseen.
    bool is_same(const AccessClass& other) const {
      return ((site.value ^ other.site.value) | (lockset ^ other.lockset) |
              (who() ^ other.who())) == 0;
    }
  };
  static_assert(sizeof(AccessClass) == 16);
  using ClassId = uint32_t;  // where it is: which one of which block
  static constexpr ClassId kNone = UINT32_MAX;
  static constexpr uint32_t kInBlock = 4, kMostSpread = 16, kNoBlock = (1u << 30) - 1;
  struct Block {  // a line of the cache
    AccessClass classes[kInBlock];
  };
  // What nearly every access needs is in one line of the cache.
  struct alignas(64) Cell {
    LockId guard;                     // of most accesses; or none
    HeldLocks::SetId only_guard = 0;  // the set of that, if other locks make no difference
    uint32_t last_unguarded = 0;      // the last access without the guard
    uint32_t block : 30 = kNoBlock;  // the first one; of many classes, the one that is being filled
    enum class Classes : uint32_t { in_one_block, by_slot, looked_up };
    Classes are : 2 = Classes::in_one_block;
    std::vector<ClassId> order;       // of all classes, as they came; an ordinal is a place in it
    std::vector<uint32_t> unguarded;  // ordinals of those that do not hold the guard exclusively
  };
  static_assert(sizeof(Cell) == 64);
  static constexpr uint32_t kNoSlot = UINT32_MAX, kGuarded = UINT32_MAX - 1;

  // Accesses with lower numbers are all ordered before the slot's next event, if this is quickly
  // known. Of a slot that has done nothing since, everything is.
  uint32_t all_before(SlotId own, const uint32_t* clock) const {
    constexpr size_t kMostLooks = 64;
    if (ends_.size() > kMostLooks) return 0;
    uint32_t bound = UINT32_MAX;
    for (size_t u = 0; u < ends_.size(); ++u)
      if (ends_[u] > clock[u] && u != own.index()) bound = std::min(bound, clock[u]);
    return bound;
  }
  AccessClass& at(ClassId c) { return blocks_[c / kInBlock].classes[c % kInBlock]; }
  static constexpr uint32_t kAtOnce = 4096;
  Cell& cell_in(uint32_t slot) const { return cells_[slot / kAtOnce][slot % kAtOnce]; }
  Cell& cell_at(size_t number);
  // As far as it matters for the cell.
  HeldLocks::SetId lockset(ThreadId t, const Cell& cell) {
    if (cell.only_guard != 0 && held_.holds_exclusively(t, cell.guard)) return cell.only_guard;
    return held_.of(t);
  }
  // The block that has the slot's classes of a cell, or all of them.
  uint32_t block_of(const Cell& cell, SlotId slot) const {
    return cell.block + (cell.are == Cell::Classes::by_slot ? slot.value % kMostSpread : 0);
  }
  ClassId find(const AccessClass& key, const Cell& cell, uint32_t cell_slot) const {
    if (cell.are == Cell::Classes::looked_up) return look_up(key, cell_slot);
    const uint32_t block = block_of(cell, key.slot());
    uint32_t same = 0;
    for (uint32_t i = 0; i < kInBlock; ++i)
      same |= uint32_t{blocks_[block].classes[i].is_same(key)} << i;
    return same == 0 ? kNone : block * kInBlock + static_cast<uint32_t>(std::countr_zero(same));
  }
  ClassId look_up(const AccessClass& key, uint32_t cell_slot) const;
  // Puts a new class where it will be looked for.
  ClassId place(const AccessClass& key, Cell& cell, uint32_t cell_slot);
  ClassId free_place(uint32_t block) const;
  uint32_t make_blocks(uint32_t count);
  void spread(Cell& cell);
  void make_table(Cell& cell, uint32_t cell_slot);

  template <class IsDone>
  ClassId add(const AccessClass& key, Cell& cell, uint32_t cell_slot, IsDone is_done) {
    const ClassId fresh = place(key, cell, cell_slot);
    const uint32_t added = static_cast<uint32_t>(cell.order.size());
    cell.order.push_back(fresh);
    const auto compare = [&](uint32_t ordinal) {
      const AccessClass& old = at(cell.order[ordinal]);
      if (old.slot() == key.slot() || !(old.writes() || key.writes())) return;
      if (old.atomic() && key.atomic()) return;
      if (held_.exclude(old.lockset, key.lockset) || is_done(old.site, key.site)) return;
      open_list(fresh).push_back(ordinal);
      open_list(cell.order[ordinal]).push_back(added);
    };
    if (cell.guard.exists() && held_.has_exclusively(key.lockset, cell.guard)) {
      for (const uint32_t ordinal : cell.unguarded) compare(ordinal);
    } else {
      at(fresh).by |= kUnguarded;
      for (uint32_t ordinal = 0; ordinal < added; ++ordinal) compare(ordinal);
      cell.unguarded.push_back(added);
    }
    return fresh;
  }
  std::vector<uint32_t>& open_list(ClassId c) {
    at(c).by |= kHasOpen;
    if (open_of_[c] == kNone) {
      open_of_[c] = static_cast<uint32_t>(open_.size());
      constexpr size_t kMostly = 8;  // instead of growing from one on
      open_.emplace_back().reserve(kMostly);
    }
    return open_[open_of_[c]];
  }

  // Cells lie all over memory, and the trace tells which ones come next: they are fetched while
  // others are looked at, what a cell points to when the cell is there.
  void fetch_ahead(EventId e) const {
    if (const Cell* cell = known_cell(e.index() + 32)) prefetch(cell);
    if (const Cell* cell = known_cell(e.index() + 16); cell && cell->block != kNoBlock)
      prefetch(&blocks_[block_of(*cell, threads_.of(trace_.thread(EventId(e.value + 16))))]);
  }
  // Null if the event, should there be one, touches none.
  const Cell* known_cell(size_t event) const {
    if (event >= trace_.size()) return nullptr;
    const EventId e(static_cast<uint32_t>(event));
    if (!is_access(trace_.kind(e))) return nullptr;
    const uint32_t slot = slots_[trace_.location_of(e).first_cell.index()];
    return slot < cell_count_ ? &cell_in(slot) : nullptr;
  }

  const Trace& trace_;
  const ThreadSlots& threads_;
  const uint32_t spread_;  // blocks of a cell whose classes go by slot: as many as there are slots,
                           // or kMostSpread
  HeldLocks held_;
  CellId cell_;                    // that is being looked at
  std::vector<uint32_t> ends_;     // by slot, behind its last access
  std::vector<CellGuard> guards_;  // by cell
  std::vector<uint32_t> slots_;    // by cell, into cells_: only unguarded contended cells get one
  std::vector<std::unique_ptr<Cell[]>> cells_;  // kAtOnce each
  uint32_t cell_count_ = 0;
  Column<Block> blocks_;
  std::vector<uint32_t> open_of_;            // by class, into open_
  std::vector<std::vector<uint32_t>> open_;  // ordinals, by class that has any
  FlatMap<ClassId> table_;                   // by cell and class, of cells with many
};

}  // namespace foreweave
