// The steps of a thread: those of its events that the runtime counts when it replays
// (record/modules/is_step.h).
#pragma once

#include <cstdint>
#include <vector>

#include "events/trace.h"
#include "record/modules/is_step.h"

namespace foreweave {

bool is_step(const Trace& trace, EventId event);

// For each event of the thread, in order, how many steps come before it; and at the end how many
// there are.
std::vector<uint32_t> steps_before_events(const Trace& trace, ThreadId thread);

// The thread's steps, in order.
std::vector<EventId> steps_of(const Trace& trace, ThreadId thread);

}  // namespace foreweave
