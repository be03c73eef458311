// What the recorded run itself showed (events/run_end.h), as a finding: it needs no prediction.
#pragma once

#include <optional>

#include "events/run_end.h"
#include "report/report.h"

namespace foreweave {

class EventDescriber;

// None if it ended as programs do.
std::optional<RunEnd> bug_of_run(const Trace& trace);

// The places where its threads were, to be asked about before they are described.
std::vector<EventId> places_of(const Trace& trace, const RunEnd& end);

// "failure-1a2b3c4d": the same for the same end at the same places.
std::string id_of(const Trace& trace, const RunEnd& end);

ReportedFinding describe_run_end(const Trace& trace, const RunEnd& end, EventDescriber& events);

}  // namespace foreweave
