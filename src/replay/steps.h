// The steps of a thread: those of its events that the runtime counts when it replays
// (capture/abi/schedule.h). The others only tell the way through the code.
#pragma once

#include <cstdint>
#include <vector>

#include "events/trace.h"

namespace foreweave {

constexpr bool is_step(Kind kind) {
  return kind != Kind::branch && kind != Kind::indirect_call && kind != Kind::call &&
         kind != Kind::return_ && kind != Kind::external_call;
}

// For each event of the thread, in order, how many steps come before it; and at the end how many
// there are.
std::vector<uint32_t> steps_before_events(const Trace& trace, ThreadId thread);

// The thread's steps, in order.
std::vector<EventId> steps_of(const Trace& trace, ThreadId thread);

}  // namespace foreweave
