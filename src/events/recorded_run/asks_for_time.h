// Whether a program could notice how long something takes: it calls something that tells the time
// or waits for some. One that does not cannot lose its patience, however long its threads are held.
#pragma once

#include <string_view>

#include "events/trace.h"

namespace foreweave {

inline constexpr char kNeverAsksForTimeAttachment[] = "never-asks-for-time";

// By its name, as the linker knows it. Rather too many than too few.
bool may_ask_for_time(std::string_view function);

// As its recording found.
bool never_asks_for_time(const Trace& trace);

}  // namespace foreweave
