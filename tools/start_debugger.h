// gdb at the moment before a bug: attached to the program, with the threads of the bug explained.
#pragma once

#include "events/claim.h"
#include "events/trace.h"
#include "record/recording.h"

namespace foreweave {

// Returns when the user has left gdb; the program goes on then.
void start_debugger(const LiveProgram& program, const Trace& trace, const Claim& claim);

}  // namespace foreweave
