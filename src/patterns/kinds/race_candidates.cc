#include "patterns/kinds/race_candidates.h"

#include <array>

#include "model/order/certain_order.h"
#include "patterns/candidate_collector.h"
#include "patterns/kinds/conflict_classes.h"
#include "patterns/passes/meeting_cells.h"

namespace foreweave {

Candidates find_races(const Trace& trace, const PatternOptions& options) {
  if (options.meetings && options.meetings->is_empty()) return {};
  CertainOrder order(trace, options.model, options.with_unseen, 0, options.orders);
  ConflictClasses classes(trace, order.slots(),
                          options.meetings ? &options.meetings->unordered : nullptr);
  CandidateCollector found(trace, BugKind::race, 0, options);
  for (const EventId e : trace.interacting()) {
    order.arrive(e);
    const Kind kind = trace.kind(e);
    if (is_access(kind) && trace.is_contended(trace.location(e))) {
      const uint32_t* const clock = order.clock(trace.thread(e));
      classes.access(
          e, clock, [](SiteId, SiteId) { return false; },
          [&](EventId past) {
            // The smaller site comes first, whoever came first in the trace.
            const bool swapped = trace.site(e) < trace.site(past);
            return found.offer(swapped ? std::array{e, past} : std::array{past, e});
          });
    } else if (operand_of(kind) == Operand::lock) {
      classes.lock_event(e);
    }
    order.execute(e);
  }
  return std::move(found).finish();
}

}  // namespace foreweave
