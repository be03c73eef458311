#include "find_bugs.h"

#include <utility>

#include "base/interruption.h"
#include "model/order/thread_slots.h"

namespace foreweave {

Results find_bugs(const Trace& trace, Plan plan, const RunOptions& options) {
  fit_to_trace(plan, trace, registry());
  EngineRunner runner(trace, registry(), options);
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
