// Whether a trace can be what it says it is: the record of a run. Restates the rules that every
// execution obeys (threads, locks, conditions, barriers, semaphores, once) and names the first
// event that breaks one. Linear; run on every trace before it is analysed.
#pragma once

#include "base/result.h"
#include "events/trace.h"

namespace foreweave {

Status validate(const Trace& trace);

}  // namespace foreweave
