// Uses after free that may be: a free, and a use of the object by another thread that came before
// it in the trace but need not have. A use is an access, or an operation on a synchronisation
// object that lies in the object. A class is the sites of both.
//
// Locks keep nobody apart here: a free in one critical section and a use in another one of the same
// lock can happen in either order.
//
// There are no candidates for double frees. A trace names an object by one life of a piece of
// memory, which ends at its free; a run that frees a pointer twice has a second free of no object,
// and did so itself: nothing is left to predict. A run in which another thread *would* free the
// object, had it come first, shows no second free at all: it tested a flag or a count and went
// another way. To find these one has to go beyond what the run executed.
#pragma once

#include "patterns/claim_class.h"

namespace foreweave {

Candidates find_uses_after_free(const Trace& trace, const PatternOptions& options);

}  // namespace foreweave
