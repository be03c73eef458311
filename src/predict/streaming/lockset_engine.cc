// Lockset: two conflicting accesses may meet unless their threads hold a common lock or one must
// come before the other in every reordering (fork, join, conditions, barriers, once, allocation).
// What reads see plays no part (model sync), so a "yes" is only "possible", while a "no" is
// certain.
//
// After Eraser (Savage et al., TOCS 1997), but over pairs of sites instead of a state per variable:
// ConflictClasses visits every pair of sites that can meet under sync at least once while it can.
// Exercised by tests/agree, which holds it to missing none.
#include "events/metered_events.h"
#include "model/order/order_clocks.h"
#include "patterns/conflict_classes.h"
#include "patterns/race.h"
#include "predict/streaming/engine_list.h"
#include "predict/streaming/site_pairs.h"

namespace foreweave {

namespace {

// Only what holds whatever the reads see: a semaphore may be fed by another post.
constexpr EdgeChoice kMustEdges{false, false, false, false};

class LocksetEngine final : public Engine {
 public:
  const EngineInfo& info() const override { return info_; }

  Verdict ask(const TraceFacts& facts, const Claim& claim) const override {
    const Trace& trace = facts.trace();
    const auto pair = race_pair_of(trace, claim);
    if (!pair) return Unknown{Why::not_covered};
    if (are_kept_apart_by_threads(trace, *pair)) return Infeasible{};
    if (rests_on_unseen(trace, claim)) return Unknown{Why::unseen};
    const auto [first, second] = *pair;
    HeldLocks held(trace);
    OrderClocks must(trace, kMustEdges);
    HeldLocks::SetId first_set = 0;
    for (uint32_t i = 0; i < second.value; ++i) {
      const EventId e(i);
      if (e == first) first_set = held.of(trace.thread(e));
      if (operand_of(trace.kind(e)) == Operand::lock) held.step(e);
      if (is_access(trace.kind(e)))
        must.step_allocation(e);
      else
        must.step_sync(e);
    }
    must.step_allocation(second);
    const ThreadId t = trace.thread(second);
    if (held.exclude(first_set, held.of(t))) return Infeasible{};
    // An order that is assumed (thread_slots.h) refutes nothing.
    if (must.slots().assumed_count() == 0 && must.covers(t, first, trace.thread(first)))
      return Infeasible{};
    return Unknown{Why::over_approximation};
  }

  ScanStats scan(const TraceFacts& facts, const ScanOptions& options,
                 const SuspectSink& sink) const override {
    const Trace& trace = facts.trace();
    OrderClocks must(trace, kMustEdges);
    ConflictClasses classes(trace, must.slots());
    SitePairs pairs(trace, options);
    const auto is_done = [&](SiteId a, SiteId b) { return pairs.is_closed(a, b); };
    for (const EventRange part : MeteredEvents(trace, options.meter))
      for (const EventId e : part) {
        const Kind kind = trace.kind(e);
        if (!is_access(kind)) {
          if (operand_of(kind) == Operand::lock) classes.lock_event(e);
          must.step_sync(e);
          continue;
        }
        must.step_allocation(e);
        if (!trace.may_race(trace.location(e))) continue;
        const uint32_t* clock = must.clock(trace.thread(e));
        classes.access(e, clock, is_done, [&](EventId past) {
          if (pairs.is_closed(past, e)) return true;
          pairs.count(past, e);
          // Nothing more can be said of a possible pair.
          pairs.close(past, e, sink({Claim::race(past, e), std::nullopt}));
          return true;
        });
      }
    return pairs.stats();
  }

 private:
  EngineInfo info_{"lockset",     "locksets", Model::sync,
                   Yes::possible, No::exact,  "no common lock, and neither must come first"};
};

}  // namespace

const Engine& lockset_engine() {
  static const LocksetEngine engine;
  return engine;
}

}  // namespace foreweave
