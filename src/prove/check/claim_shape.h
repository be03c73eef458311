// What a claim must look like to be one of its kind, whatever the reordering: how many events
// happen and are pending, of which threads, and what they touch (docs/reorderings.md, "Claims").
#pragma once

#include <optional>
#include <string>

#include "events/claim.h"
#include "events/lives.h"

namespace foreweave {

// A sentence if the claim does not look like its kind. Its events must exist.
std::optional<std::string> find_misfit(const Trace& trace, const Claim& claim);

}  // namespace foreweave
