// Whether one event of a reordering happens before another as C11 and C++20 have it
// (docs/reorderings.md, "Happens-before of the language").
#pragma once

#include "events/reordering.h"
#include "events/trace.h"

namespace foreweave {

// Both happen in the witness, whose segments grow and stay within the trace; `first` earlier.
bool happens_before(const Trace& trace, const Reordering& witness, EventId first, EventId second);

}  // namespace foreweave
