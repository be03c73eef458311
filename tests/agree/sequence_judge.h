// Judges one sequence of events of a small trace: is it a reordering, and does it fulfil a claim?
// docs/reorderings.md rule by rule, with no thought for speed: what is "before" what is looked up
// in the sequence. Brute force is tested against this, and so is prove/check.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "agree/links.h"
#include "events/claim.h"
#include "events/model.h"
#include "events/trace.h"

namespace foreweave::agree {

// Which rule the sequence breaks and at which event, or nothing if it is a reordering under `facts`
// that fulfils `claim`. `links` are the trace's. Model::sync is judged too, although nothing is
// ever proved under it.
std::optional<std::string> why_refused(const Trace& trace, const Links& links,
                                       const ModelFacts& facts, const Claim& claim,
                                       std::span<const EventId> sequence);

// As above for convenience; derives the links itself.
std::optional<std::string> why_refused(const Trace& trace, const ModelFacts& facts,
                                       const Claim& claim, std::span<const EventId> sequence);

}  // namespace foreweave::agree
