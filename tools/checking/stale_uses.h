// What a run did to memory that was freed, as far as it happens again.
#pragma once

#include <vector>

#include "events/claim.h"
#include "events/trace.h"
#include "replay/run/session.h"

namespace foreweave {

// What the recorded run used after its free, or freed twice, as far as it happens again when memory
// that is freed is kept: what came back from an allocator that is not seen does not.
std::vector<Claim> confirm_stale_uses(const Trace& trace, const Setting& setting,
                                      const SessionLimits& limits);

// What follows the first use of the same memory is the same mistake.
void keep_first_of_each(std::vector<Claim>& stale);

}  // namespace foreweave
