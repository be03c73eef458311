// A witness as a person wants to see it: its end and what the bug is about, because a witness may
// run over millions of events before it gets interesting. What is left out is counted.
#pragma once

#include <span>

#include "events/trace.h"
#include "prove/check/check.h"
#include "report/describe/recorded_runs.h"
#include "report/describe/witness_values.h"
#include "report/report.h"

namespace foreweave {

// `also` are events that are to be shown if they occur in the witness, besides those of the claim.
// The steps' locks are left empty: what a thread holds is known from the trace in one pass for all
// findings (see make_report). Takes time for what differs from the recorded run, whose runs these
// are.
Story tell(const Trace& trace, const Proved& proved, const RecordedRuns& runs,
           const WitnessValues& values, std::span<const EventId> also);

}  // namespace foreweave
