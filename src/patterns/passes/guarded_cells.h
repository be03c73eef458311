// The lock that guards a cell: every access holds it, every write exclusively. No two accesses of
// such a cell can be next at the same time, so nobody needs to look at them. After Eraser's
// candidate sets; one quick pass that saves the slower ones most of their work.
//
// Where some accesses do without it there is still a lock that guards the others. Whoever compares
// accesses of a cell with each other can leave out those that all hold it.
#pragma once

#include <vector>

#include "base/bit_set.h"
#include "events/trace.h"

namespace foreweave {

struct CellGuard {
  LockId lock;                // that guards it, or did up to some access; or none
  bool is_throughout = true;  // no access does without
  // Some access that does not hold it exclusively holds another lock. If none does, only this lock
  // can keep two accesses of the cell apart, and whatever else their threads hold does not matter.
  bool others_hold_locks = false;
  // Some thread may hold another lock from one section of the guard to the next.
  bool sections_may_be_held_together = false;
};

// By cell. If only some cells are asked for, nothing is known of the others.
std::vector<CellGuard> cell_guards(const Trace& trace, const BitSet* asked = nullptr);

}  // namespace foreweave
