// Sync-preserving races (Mathur, Pavlogiannis, Viswanathan, POPL 2021), see sync_preserving.h.
//
// The paper walks, for every variable and pair of threads, over all earlier accesses with an ideal
// that only grows. We walk over classes of accesses instead (ConflictClasses): pairs with a common
// lock never come up, pairs that a read orders are skipped by comparing two numbers, and an ideal
// is computed only for the rest, for ever fewer instances of a pair of sites that stays unproved.
// Exercised by tests/agree and tests/golden.
#include <optional>

#include "events/reading/metered_events.h"
#include "model/order/order_clocks.h"
#include "model/order/sync_preserving.h"
#include "patterns/kinds/conflict_classes.h"
#include "patterns/passes/meeting_cells.h"
#include "patterns/race.h"
#include "predict/streaming/engine_list.h"
#include "predict/streaming/site_pairs.h"

namespace foreweave {

namespace {

class SyncpEngine final : public Engine {
 public:
  const EngineInfo& info() const override { return info_; }

  Verdict ask(const TraceFacts& facts, const Claim& claim) const override {
    const Trace& trace = facts.trace();
    const auto pair = race_pair_of(trace, claim);
    if (!pair) return Unknown{Why::not_covered};
    if (are_kept_apart_by_threads(trace, *pair)) return Unknown{Why::engine_incomplete};
    if (rests_on_unseen(trace, claim)) return Unknown{Why::unseen};
    const SyncPreserving& ideals = facts.ideals();
    const auto ideal = ideals.race_ideal(pair->first, pair->second);
    if (!ideal) return Unknown{Why::engine_incomplete};
    if (ideal->reversed) return Unknown{Why::no_witness};  // a proposal, not a promise
    return Feasible{ideal->witness(trace, ideals.slots())};
  }

  ScanStats scan(const TraceFacts& facts, const ScanOptions& options,
                 const SuspectSink& sink) const override {
    const Trace& trace = facts.trace();
    OrderClocks order(trace, EdgeChoice{.plain_reads = true});
    ConflictClasses classes(trace, order.slots(),
                            options.meetings ? &options.meetings->unordered : nullptr);
    SitePairs pairs(trace, options);
    const auto is_done = [&](SiteId a, SiteId b) { return pairs.is_closed(a, b); };
    for (const EventRange part : MeteredEvents(trace, options.meter))
      for (const EventId e : part) {
        const Kind kind = trace.kind(e);
        if (!is_access(kind)) {
          if (operand_of(kind) == Operand::lock) classes.lock_event(e);
          order.step_sync(e);
          continue;
        }
        order.step_allocation(e);
        if (trace.may_race(trace.location(e))) {
          const uint32_t* clock = order.clock(trace.thread(e));
          classes.access(e, clock, is_done, [&](EventId past) {
            if (pairs.is_closed(past, e)) return true;
            return pairs.worth_a_try(past, e) &&
                   try_pair(trace, facts.ideals(), past, e, pairs, sink);
          });
        }
        order.step_access(e);
      }
    return pairs.stats();
  }

 private:
  static bool try_pair(const Trace& trace, const SyncPreserving& ideals, EventId past, EventId e,
                       SitePairs& pairs, const SuspectSink& sink) {
    const auto ideal = ideals.race_ideal(past, e);
    if (!ideal) return false;
    pairs.count(past, e);
    Suspect suspect{Claim::race(past, e), std::nullopt};
    if (!ideal->reversed) suspect.witness = ideal->witness(trace, ideals.slots());
    if (!sink(suspect)) return false;
    pairs.close(past, e, true);
    return true;
  }

  EngineInfo info_{"syncp",           "streaming clocks, ideals",
                   Model::same_write, Yes::sound,
                   No::nothing,       "sync-preserving races, and open sections moved last"};
};

}  // namespace

const Engine& syncp_engine() {
  static const SyncpEngine engine;
  return engine;
}

}  // namespace foreweave
