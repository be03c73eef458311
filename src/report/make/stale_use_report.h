// Memory that the recorded run itself used after its free, or freed twice, as findings.
#pragma once

#include <string>
#include <vector>

#include "events/claim.h"
#include "report/report.h"

namespace foreweave {

class EventDescriber;

// One of each pair of places: what was freed, and then used or freed again; by the program's own
// code, and it came from an allocation that was recorded. Somebody may have got the memory again
// from an allocator that is not seen: a replay in which nothing is really freed tells.
std::vector<Claim> stale_uses(const Trace& trace);

// "uaf-1a2b3c4d"; none of the prediction's.
std::string id_of_stale_use(const Trace& trace, const Claim& claim);

// Its events have to be asked about first, and that of the allocation.
ReportedFinding describe_stale_use(const Trace& trace, const Claim& claim, EventDescriber& events);
EventId allocation_of(const Trace& trace, const Claim& claim);

}  // namespace foreweave
