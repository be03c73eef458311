#include "patterns/guarded_cells.h"

#include <algorithm>
#include <map>

#include "patterns/held_locks.h"

namespace foreweave {

namespace {

// The locks that still guard a cell, as a number for equal sets.
using GuardsId = uint32_t;
constexpr GuardsId kAllLocks = UINT32_MAX;  // not touched yet

class Guards {
 public:
  explicit Guards(const HeldLocks& held) : held_(held) { number({}); }

  // What is left of `guards` after an access (or write) with these locks held.
  GuardsId after(GuardsId guards, HeldLocks::SetId set, bool writing) {
    if (guards == 0 || set == 0) return 0;
    const auto key = std::tuple(guards, set, writing);
    if (const auto it = steps_.find(key); it != steps_.end()) return it->second;
    std::vector<LockId> left;
    for (const HeldLocks::Entry& entry : held_.entries(set))
      if (!(writing && entry.shared) &&
          (guards == kAllLocks || contains(sets_[guards], entry.lock)))
        left.push_back(entry.lock);
    return steps_[key] = number(left);
  }

 private:
  static bool contains(const std::vector<LockId>& set, LockId lock) {
    return std::find(set.begin(), set.end(), lock) != set.end();
  }
  GuardsId number(const std::vector<LockId>& set) {
    const auto [it, is_new] = numbers_.emplace(set, static_cast<GuardsId>(sets_.size()));
    if (is_new) sets_.push_back(set);
    return it->second;
  }

  const HeldLocks& held_;
  std::vector<std::vector<LockId>> sets_;  // 0 is the empty one
  std::map<std::vector<LockId>, GuardsId> numbers_;
  std::map<std::tuple<GuardsId, HeldLocks::SetId, bool>, GuardsId> steps_;
};

struct CellGuards {
  GuardsId guards = kAllLocks;
  HeldLocks::SetId last_set = UINT32_MAX;  // of the last access that mattered
  bool last_writing = false;
};

}  // namespace

std::vector<bool> guarded_cells(const Trace& trace) {
  HeldLocks held(trace);
  Guards guards(held);
  std::vector<CellGuards> cells(trace.cell_count());
  for (const EventId e : trace.interacting()) {
    const Kind kind = trace.kind(e);
    if (!is_access(kind)) {
      if (operand_of(kind) == Operand::lock) held.step(e);
      continue;
    }
    if (!trace.is_contended(trace.location(e))) continue;
    const HeldLocks::SetId set = held.of(trace.thread(e));
    const bool writing = writes(kind);
    const Location& location = trace.location_of(e);
    for (uint32_t k = 0; k < location.cell_count; ++k) {
      CellGuards& cell = cells[location.first_cell.index() + k];
      if (cell.guards == 0 || (cell.last_set == set && cell.last_writing >= writing)) continue;
      cell = {guards.after(cell.guards, set, writing), set, writing};
    }
  }
  std::vector<bool> out(cells.size());
  for (size_t c = 0; c < cells.size(); ++c) out[c] = cells[c].guards != 0;
  return out;
}

}  // namespace foreweave
