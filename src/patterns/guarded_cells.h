// Cells that one lock guards throughout: every access holds it, every write exclusively. No two
// accesses of such a cell can be next at the same time, so nobody needs to look at them. After
// Eraser's candidate sets; one quick pass that saves the slower ones most of their work.
#pragma once

#include <vector>

#include "events/trace.h"

namespace foreweave {

std::vector<bool> guarded_cells(const Trace& trace);  // by cell

}  // namespace foreweave
