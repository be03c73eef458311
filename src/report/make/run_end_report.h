// What the recorded run itself showed (events/recorded_run/run_end.h), as a finding: it needs no
// prediction.
#pragma once

#include <optional>

#include "events/recorded_run/run_end.h"
#include "report/report.h"

namespace foreweave {

class EventDescriber;

// None if it ended as programs do.
std::optional<RunEnd> bug_of_run(const Trace& trace);
// That it ended with another status than 0; a bug only if other runs end with another one. None if
// it did not.
std::optional<RunEnd> bad_exit_of_run(const Trace& trace);

// The places where its threads were, to be asked about before they are described.
std::vector<EventId> places_of(const Trace& trace, const RunEnd& end);

// As of a claim at the same places (bug_identity.h): who is stuck where a deadlock was predicted is
// that.
std::string bug_key(const Trace& trace, const RunEnd& end);

// "failure-1a2b3c4d": the same for the same end at the same places.
std::string id_of(const Trace& trace, const RunEnd& end);

// `other_status` is that of another run, if this one is about a status.
ReportedFinding describe_run_end(const Trace& trace, const RunEnd& end, EventDescriber& events,
                                 std::optional<int> other_status = {});

}  // namespace foreweave
