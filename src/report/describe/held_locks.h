// Which locks a thread held when an event came next: what a reader of a race asks first.
#pragma once

#include <span>
#include <vector>

#include "events/trace.h"

namespace foreweave {

struct HeldLock {
  LockId lock;
  EventId acquired;  // its acquire, which also tells the mode
};

// For each of `events`, in their order, the locks that its thread held just before it, oldest
// first. One pass over the trace however many events are asked for.
std::vector<std::vector<HeldLock>> locks_held_at(const Trace& trace,
                                                 std::span<const EventId> events);

}  // namespace foreweave
