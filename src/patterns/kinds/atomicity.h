// Atomicity violations that may be: accesses of a thread that seem to belong together, and accesses
// of another thread that may come between (work_units.h says what belongs together).
//
// One variable (find_interruptions): two accesses of a unit to a cell and one of another thread,
// such that the outcome is that of no serial order: R W R, W R W, W W R, R W W, W W W. It is enough
// to look at accesses of the unit that follow one another on the cell: what comes between others
// comes between two of these; only a remote read needs two writes, with any reads between them. The
// two are at most `local_distance` events of their thread apart, unless they lie in a marked
// region. A class is the three sites.
//
// Two variables (find_crossings): pairs of writes, or of reads, to two cells by units of two
// threads that pass each other, so that one thread is first on the one cell and the other one on
// the other. Each access is paired with the last three that its unit did to other cells. A class is
// the four sites; its claims may be in different orders. The two variables must seem to be one
// thing: mostly written together, by one of the two threads under a lock that the other one takes
// for each of them (written_together.h).
//
// Left out is what the recorded run did itself, at the same places, without harm, and a variable
// that is read again in a later critical section, under the lock that its writer holds, without
// being written there; why, and what belongs together at all, is in
// docs/decisions/0010-what-belongs-together.md.
//
// Left out is what locks rule out: a lock that is held from the first access of a unit to the
// second, and at the access that is to come between. And what must come in another order
// (certain_order.h); under same-write also what reads cannot see. What comes behind the first
// access whatever reads see is left out, too: threads that fork, join and wake each other are meant
// to. And atomic updates are steps by themselves, unless the program marks a region.
//
// That an interleaving is possible does not make it a bug; harm.h says when it is one by itself.
#pragma once

#include "patterns/claim_class.h"

namespace foreweave {

// Both. The class limit holds for each.
Candidates find_atomicity_violations(const Trace& trace, const PatternOptions& options);

Candidates find_interruptions(const Trace& trace, const PatternOptions& options);
Candidates find_crossings(const Trace& trace, const PatternOptions& options);

}  // namespace foreweave
