// Handlers that did harm to what they interrupted (events/recorded_run/interruptions.h), as
// findings.
#pragma once

#include <string>

#include "events/recorded_run/interruptions.h"
#include "report/report.h"

namespace foreweave {

class EventDescriber;

std::string id_of(const Trace& trace, const Interruption& interruption);

// Its events have to be asked about first.
ReportedFinding describe_interruption(const Trace& trace, const Interruption& interruption,
                                      EventDescriber& events);

}  // namespace foreweave
