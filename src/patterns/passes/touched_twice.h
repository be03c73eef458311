// Cells that some unit of work (work_units.h) may touch twice in one step without holding a lock
// all the time that everybody holds who touches them. Where nobody does, there is no step that
// another thread could interrupt, and nobody needs to look at the cell. One quick pass, which needs
// little memory: what matters lies a few events back in the thread.
#pragma once

#include <cstdint>
#include <span>

#include "base/bit_set.h"
#include "events/trace.h"
#include "patterns/passes/guarded_cells.h"
#include "patterns/passes/library_synchronisation.h"

namespace foreweave {

// At most `distance` events of the thread apart, and not by what `library` does on its own account.
// `guards` are by cell. May have more than are, never fewer.
BitSet cells_touched_twice(const Trace& trace, std::span<const CellGuard> guards,
                           const LibrarySynchronisation& library, uint32_t distance);

}  // namespace foreweave
