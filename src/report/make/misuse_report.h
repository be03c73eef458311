// Calls that broke a rule in the recorded run (events/recorded_run/misuse.h), as findings.
#pragma once

#include <vector>

#include "events/recorded_run/misuse.h"
#include "report/report.h"

namespace foreweave {

class EventDescriber;

// One of each place.
std::vector<Misuse> different_misuses(const Trace& trace);

// Its event has to be asked about first.
ReportedFinding describe_misuse(const Trace& trace, const Misuse& misuse, EventDescriber& events);

}  // namespace foreweave
