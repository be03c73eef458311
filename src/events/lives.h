// Objects, and those that one after the other have the same address: the lives of a piece of
// memory.
#pragma once

#include <vector>

#include "events/trace.h"

namespace foreweave {

// The object that the event accesses, or in which the synchronisation object lies that it uses. Who
// leaves a barrier does not use it any more: as soon as one has left, it may be destroyed.
ObjectId object_used_by(const Trace& trace, EventId e);

// The stack of a thread with what is thread-local to it: the object that begins and ends with the
// thread.
bool is_stack(const Trace& trace, ObjectId object);

// Free g ends the life of an object, and f that of the object that was at the same address before
// it: if g came before its own object was allocated, it would free the other one again.
bool frees_again(const Trace& trace, EventId f, EventId g);

// How the lives before that ended, oldest first; none for one that did not.
std::vector<EventId> frees_before(const Trace& trace, EventId g);

}  // namespace foreweave
