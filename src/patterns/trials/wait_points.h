// Where it is worth while to hold a thread to see whether somebody comes to wait for ever:
//   - before it waits on a condition that somebody signals, and before the critical section that it
//     does so in: the signal may be over by then;
//   - before it asks for a semaphore, a lock or a word that is used like one, while it has another
//     one that is taken in another order elsewhere;
//   - before it asks for a lock that another thread keeps while it waits for something.
//
// Whether that can be nobody says. What a trial shows (replay/run/trial.h) decides: a program in
// which everybody waits is stuck, whatever led there.
#pragma once

#include <vector>

#include "events/trace.h"

namespace foreweave {

// The events to hold a thread before, one or two for each place, the most promising first.
// Cycles of locks alone are not among them: they are predicted (deadlock.h).
std::vector<EventId> points_before_waits(const Trace& trace);

}  // namespace foreweave
