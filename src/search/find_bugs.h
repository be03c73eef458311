// From a trace to what is predicted of it, with the default engines: what `predict`, `replay` and
// `check` have in common.
#pragma once

#include "base/result.h"
#include "events/trace.h"
#include "report/findings/results.h"
#include "search/engine_runner.h"
#include "search/plan.h"

namespace foreweave {

// The trace must be valid. The same trace, plan and options give the same findings with the same
// ids.
Results find_bugs(const TraceFacts& facts, Plan plan, const RunOptions& options);

}  // namespace foreweave
