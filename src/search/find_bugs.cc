#include "search/find_bugs.h"

#include <utility>

#include "base/interruption.h"
#include "model/order/thread_slots.h"

namespace foreweave {

Results find_bugs(const TraceFacts& facts, Plan plan, const RunOptions& options) {
  const Trace& trace = facts.trace();
  fit_to_trace(plan, facts, registry());
  EngineRunner runner(facts, registry(), options);
  FindingSet found(trace);
  Results results;
  results.kinds = plan.kinds;
  for (const PlannedEngine& engine : plan.engines) {
    if (interruption() != 0 || runner.time_is_over()) break;
    results.engines.push_back(runner.run(engine, plan, found));
  }
  results.cut_by_time = runner.time_is_over();
  results.assumed_orders = ThreadSlots(trace).assumed_count();
  results.findings = found.take_findings();
  results.undecided = found.take_undecided();
  return results;
}

}  // namespace foreweave
