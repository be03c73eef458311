// Races that may be: pairs of conflicting accesses of two threads that hold no common lock and of
// which neither must have happened when the other one is next. A class is a pair of sites.
//
// ConflictClasses finds the pairs: an access meets the latest access of every other class that may
// conflict. So a class that has any instance in which nothing forbids the race is put forward, with
// those of its instances that are next to one another.
#pragma once

#include "patterns/claim_class.h"

namespace foreweave {

Candidates find_races(const Trace& trace, const PatternOptions& options);

}  // namespace foreweave
