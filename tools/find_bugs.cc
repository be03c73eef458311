#include "find_bugs.h"

#include <utility>

namespace foreweave {

Results find_bugs(const Trace& trace, Plan plan, const RunOptions& options) {
  fit_to_trace(plan, trace, registry());
  EngineRunner runner(trace, registry(), options);
  FindingSet found(trace);
  Results results;
  results.kinds = plan.kinds;
  for (const PlannedEngine& engine : plan.engines)
    results.engines.push_back(runner.run(engine, plan, found));
  results.findings = found.take_findings();
  results.undecided = found.take_undecided();
  return results;
}

}  // namespace foreweave
