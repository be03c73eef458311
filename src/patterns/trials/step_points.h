// Where a thread may be in the middle of a step, although it holds no lock: between a critical
// section in which it looked and the next one under the same lock, in which it acts; or between an
// atomic load and its store. To hold it there shows what becomes of the step when others come
// between (replay/run/trial.h).
//
// Whether it is a step nobody says. Much of what is found here is meant to be as it is: a look at a
// queue that others fill meanwhile, a cache that is searched and filled. What a trial shows
// decides.
#pragma once

#include <vector>

#include "events/trace.h"

namespace foreweave {

struct StepPoint {
  EventId begin;   // of the step: the first acquire, or the load
  EventId before;  // which its thread is held: the second acquire, or the store
};

// Of memory that somebody writes, and that another thread may come to in between. One to three for
// each pair of places, the first of each pair first.
std::vector<StepPoint> step_points(const Trace& trace);

// The other places within the step at which its thread begins something that others can notice: the
// acquires and atomic stores between the two, as far as it holds no more locks there than at the
// end. What breaks the step breaks it at each of them; what only some of them break is another one
// that overlaps with it.
std::vector<EventId> points_within(const Trace& trace, const StepPoint& point);

// Where a thread first begins to change what others look at, while there are others, one for each
// thread: if it is held there, the others go first. And where it makes the change that it signals.
std::vector<EventId> points_to_let_others_go_first(const Trace& trace);

}  // namespace foreweave
