// Each cell keeps the locks that guard it so far: those of its first access, and from then on fewer
// and fewer, in the same place, but for accesses that would leave none. So a pass costs what the
// accesses do, however many different sets of locks there are.
#include "patterns/passes/guarded_cells.h"

#include <algorithm>

#include "patterns/passes/held_locks.h"

namespace foreweave {

namespace {

// Further ones are not kept: then a cell may look unguarded, and costs more.
constexpr size_t kMostGuards = 8;

struct CellGuards {
  uint32_t first = 0;  // in the list of guards
  uint8_t count = 0;
  bool is_touched = false, is_unguarded = false;
  bool others_hold_locks = false, sections_may_be_held_together = false;
  bool last_writing = false;
  uint32_t last_lock_event = UINT32_MAX;  // of the last access's thread, before it
};

}  // namespace

std::vector<CellGuard> cell_guards(const Trace& trace, const BitSet* asked) {
  using Taken = HeldLocks::Taken;
  HeldLocks held(trace);
  std::vector<CellGuards> cells(trace.cell_count());
  std::vector<LockId> guards;
  std::vector<uint32_t> lock_events(trace.thread_count(), UINT32_MAX);  // the last, by thread
  // Who holds another lock since an earlier section of the guard has released that section's.
  const auto note_outlived = [&](CellGuards& cell, std::span<const Taken> taken) {
    const LockId only = cell.count == 1 ? guards[cell.first] : LockId::none();
    cell.sections_may_be_held_together |=
        std::any_of(taken.begin(), taken.end(),
                    [&](const Taken& t) { return t.outlived && t.entry.lock != only; });
  };
  const auto guard = [&](CellGuards& cell, std::span<const Taken> taken, bool writing) {
    const auto keeps = [&](const Taken& t) { return !(writing && t.entry.shared); };
    // Whoever shares a lock may turn out not to hold the guard exclusively.
    cell.others_hold_locks |=
        std::any_of(taken.begin(), taken.end(), [](const Taken& t) { return t.entry.shared; });
    if (cell.count == 0) {
      cell.is_unguarded |= cell.is_touched;
      cell.is_touched = true;
      cell.first = static_cast<uint32_t>(guards.size());
      for (size_t i = taken.size(); i-- > 0 && guards.size() - cell.first < kMostGuards;)
        if (keeps(taken[i])) guards.push_back(taken[i].entry.lock);
      cell.count = static_cast<uint8_t>(guards.size() - cell.first);
      cell.is_unguarded |= cell.count == 0;
      note_outlived(cell, taken);
      return;
    }
    const auto begin = guards.begin() + cell.first, end = begin + cell.count;
    const auto left = std::stable_partition(begin, end, [&](LockId lock) {
      return std::any_of(taken.begin(), taken.end(),
                         [&](const Taken& t) { return t.entry.lock == lock && keeps(t); });
    });
    if (left != begin) {
      cell.count = static_cast<uint8_t>(left - begin);
      note_outlived(cell, taken);
      return;
    }
    cell.is_unguarded = true;
    cell.others_hold_locks |= !taken.empty();
  };
  for (const EventId e : trace.interacting()) {
    const Kind kind = trace.kind(e);
    const ThreadId t = trace.thread(e);
    if (!is_access(kind)) {
      if (operand_of(kind) != Operand::lock) continue;
      held.step(e);
      lock_events[t.index()] = e.value;
      continue;
    }
    if (!trace.is_contended(trace.location(e))) continue;
    const bool writing = writes(kind);
    const Location& location = trace.location_of(e);
    for (uint32_t k = 0; k < location.cell_count; ++k) {
      if (asked && !asked->contains(location.first_cell.index() + k)) continue;
      CellGuards& cell = cells[location.first_cell.index() + k];
      const bool as_before = cell.last_lock_event == lock_events[t.index()] &&
                             cell.last_writing >= writing && cell.last_lock_event != UINT32_MAX;
      const bool is_settled = cell.is_unguarded && cell.count == 1 && cell.others_hold_locks;
      if (as_before || is_settled) continue;
      guard(cell, held.taken(t), writing);
      cell.last_lock_event = lock_events[t.index()];
      cell.last_writing = writing;
    }
  }
  std::vector<CellGuard> out(cells.size());
  for (size_t c = 0; c < cells.size(); ++c) {
    if (cells[c].count > 0) out[c].lock = guards[cells[c].first];
    out[c].is_throughout = !cells[c].is_unguarded;
    out[c].others_hold_locks = cells[c].others_hold_locks;
    out[c].sections_may_be_held_together = cells[c].sections_may_be_held_together;
  }
  return out;
}

}  // namespace foreweave
