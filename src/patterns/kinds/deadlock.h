// Deadlocks that may be: threads that each hold a lock and wait for one that the next thread holds,
// in a circle. A class is the sites of the acquires that wait, from the smallest on.
//
// First on the abstraction: acquires of one thread, at one site, of one lock in one mode with the
// same locks held are one *request*; circles of requests are sought, the short ones first. A circle
// is none if two of its threads hold a common lock, not both in shared mode (a guard: they cannot
// be there at once). Then the requests' acquires are put together, the latest ones, if none of them
// must have happened when another one is next; forks and joins keep many apart.
//
// A lock that was taken by a successful try looks in a trace like any other. What is put forward
// may therefore be an acquire that would not have waited.
#pragma once

#include "patterns/claim_class.h"

namespace foreweave {

Candidates find_deadlocks(const Trace& trace, const PatternOptions& options);

}  // namespace foreweave
