// Uses after free that may be: a free, and a use of the object by another thread that came before
// it in the trace but need not have. A use is an access, or an operation on a synchronisation
// object that lies in the object. A class is the sites of both.
//
// Locks keep nobody apart here: a free in one critical section and a use in another one of the same
// lock can happen in either order.
//
// Double frees that may be: the free of an object that another thread allocated, where something
// else had been at the same address, and the allocation need not have come first. Then the pointer
// is not from that allocation: it is a stale one, and frees what was there before, a second time. A
// class is the sites of both frees.
//
// More double frees a trace cannot show. An object is one life of a piece of memory, which ends at
// its free; a run that frees a pointer twice in a row has a second free of no object, and did so
// itself. A run in which another thread *would* free the object, had it come first, shows no second
// free at all: it tested a flag or a count and went another way. Such a test reads memory that the
// other one frees, so it is found as a use after free, or else one has to go beyond what the run
// executed.
#pragma once

#include "patterns/claim_class.h"

namespace foreweave {

Candidates find_uses_after_free(const Trace& trace, const PatternOptions& options);
Candidates find_double_frees(const Trace& trace, const PatternOptions& options);

}  // namespace foreweave
