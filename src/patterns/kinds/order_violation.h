// Orders that the user says must not be: a sequence of places, and events there that might happen
// in that sequence, by at least two threads, although they did not in the trace. A class is the
// sites of the events.
#pragma once

#include <span>
#include <vector>

#include "patterns/claim_class.h"

namespace foreweave {

// At each step, the sites that count as that step.
using SiteSequence = std::vector<std::vector<SiteId>>;

Candidates find_order_violations(const Trace& trace, const PatternOptions& options,
                                 std::span<const SiteSequence> orders);

}  // namespace foreweave
