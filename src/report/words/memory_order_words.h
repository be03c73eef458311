// A race by memory order in words: which atomic accesses keep the two apart without ordering them.
#pragma once

#include <string>

#include "events/claim.h"
#include "events/trace.h"

namespace foreweave {

std::string why_nothing_orders(const Trace& trace, const Claim& claim);

}  // namespace foreweave
