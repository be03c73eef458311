// A witness as a report holds it: what differs from the recorded run, with names and numbers of
// events instead of positions within a thread.
#pragma once

#include "events/reordering.h"
#include "report/report.h"

namespace foreweave {

// One with few segments is written out. Rule 1 must hold.
ReportedWitness describe_witness(const Trace& trace, const Reordering& witness);

}  // namespace foreweave
