// Which calls a thread was in when an event came next.
#pragma once

#include <span>
#include <vector>

#include "events/trace.h"

namespace foreweave {

// A recursion without end must not fill the report.
inline constexpr size_t kDeepestStack = 100;

// For each of `events`, in their order, the calls (Kind::call) that its thread had not returned
// from, innermost first, at most kDeepestStack of them. One pass over the trace however many events
// are asked for, none if the trace has no calls.
std::vector<std::vector<EventId>> calls_open_at(const Trace& trace,
                                                std::span<const EventId> events);

}  // namespace foreweave
