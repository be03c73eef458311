// Handlers of signals that do harm to the code that they interrupt
// (events/recorded_run/interruptions.h).
#pragma once

#include <vector>

#include "events/recorded_run/interruptions.h"
#include "replay/replayer.h"

namespace foreweave {

// Where they came in the recorded run, and, if there is a setting, where they come in a replay.
// In so many seconds, with the last run that was begun.
std::vector<Interruption> find_interruptions(const Trace& trace, const Setting* setting,
                                             const SessionLimits& limits, double seconds);

}  // namespace foreweave
