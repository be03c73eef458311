// More instances of a bug that is proved already: for a replay to which the program did not hold.
#pragma once

#include <functional>
#include <optional>

#include "events/trace.h"
#include "prove/check/check.h"
#include "search/engine_runner.h"
#include "search/plan.h"

namespace foreweave {

// Each call proves one more, the closest together first; nothing when there are no more, or none
// that the plan's engines decide. Nothing is computed before the first call. Refers to all of its
// arguments.
std::function<std::optional<Proved>()> other_instances(const TraceFacts& facts, const Plan& plan,
                                                       const RunOptions& options,
                                                       const Proved& proved);

}  // namespace foreweave
