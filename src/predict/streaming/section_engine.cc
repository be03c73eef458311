#include "predict/streaming/section_engine.h"

#include "events/reading/metered_events.h"
#include "model/order/sync_preserving.h"
#include "patterns/race.h"
#include "predict/streaming/race_history.h"
#include "predict/streaming/site_pairs.h"

namespace foreweave {

ScanStats SectionEngine::scan(const TraceFacts& facts, const ScanOptions& options,
                              const SuspectSink& sink) const {
  const Trace& trace = facts.trace();
  SitePairs pairs(trace, options);
  const std::unique_ptr<SectionOrder> order = make_order(trace);
  constexpr size_t kLong = 1 << 20;
  if (options.jobs > 1 && trace.size() >= kLong) order->make_pages_beside();
  RaceHistory history(trace, order->slots());
  for (const EventRange part : MeteredEvents(trace, options.meter))
    for (const EventId e : part) {
      history.fetch_ahead(e);
      order->step(e);
      if (!is_access(trace.kind(e)) || !trace.may_race(trace.location(e))) {
        if (trace.keeps_place(e) && is_access(trace.kind(e))) order->after_access(e);
        continue;
      }
      const ThreadId t = trace.thread(e);
      history.access(
          e, [&](EventId past, SlotId of) { return order->ordered(t, past, of); },
          [&](EventId past) {
            pairs.count(past, e);
            if (!pairs.worth_a_try(past, e)) return;
            if (sink({Claim::race(past, e), std::nullopt})) pairs.close(past, e, true);
          });
      order->after_access(e);
    }
  return pairs.stats();
}

Verdict SectionEngine::ask(const TraceFacts& facts, const Claim& claim) const {
  const Trace& trace = facts.trace();
  const auto pair = race_pair_of(trace, claim);
  if (!pair) return Unknown{Why::not_covered};
  if (are_kept_apart_by_threads(trace, *pair)) return Unknown{Why::engine_incomplete};
  if (rests_on_unseen(trace, claim)) return Unknown{Why::unseen};
  const auto [first, second] = *pair;
  const std::unique_ptr<SectionOrder> order = make_order(trace);
  for (uint32_t i = 0; i <= second.value; ++i) {
    const EventId e(i);
    order->step(e);
    if (e < second && is_access(trace.kind(e))) order->after_access(e);
  }
  if (order->ordered(trace.thread(second), first, order->slots().of(trace.thread(first))))
    return Unknown{Why::engine_incomplete};
  const SyncPreserving& ideals = facts.ideals();
  if (auto ideal = ideals.race_ideal(first, second); ideal && !ideal->reversed)
    return Feasible{ideal->witness(trace, ideals.slots())};
  return Unknown{Why::no_witness};
}

}  // namespace foreweave
