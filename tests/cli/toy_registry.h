// Engines and patterns that say what a test wants to hear, for what `foreweave predict` does
// between its command line and its report.
#pragma once

#include <array>

#include "search/registry.h"

namespace foreweave {

// Deciders "exact" (same-write) and "loose" (branch), which take the trace's own order up to the
// pending events for a witness, and patterns for races (all pairs of conflicting accesses, by their
// sites), deadlocks (none) and orders (the first events of each step).
const Registry& toy_registry();

}  // namespace foreweave
