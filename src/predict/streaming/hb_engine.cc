// Happens-before (hb) and schedulable happens-before (shb).
//
// Two conflicting accesses that happens-before leaves unordered are a race if nothing before them
// raced: up to the first race, every read's write is ordered before it, so that the events ordered
// before the two, in trace order, are a reordering that ends with both pending. After the first
// race that fails: a read may have seen a write that is not in the cone. shb keeps each read's
// write before it, and so every pair it leaves unordered is a race (Mathur, Kini, Viswanathan,
// "What happens-after the first race?", OOPSLA 2018; FastTrack: Flanagan, Freund, PLDI 2009).
//
// We differ from the papers in that every suspect gets a witness, which prove/check decides on: all
// that the trace has before the first of the two, and the cone of the second. Both are closed under
// the order, and neither access is in them; and that way a witness begins as the run did, so that
// no clock of the first is needed and what is checked is what lies between the two. Exercised by
// tests/agree and tests/golden.
#include <algorithm>

#include "events/reading/metered_events.h"
#include "patterns/race.h"
#include "predict/streaming/engine_list.h"
#include "predict/streaming/happens_before.h"
#include "predict/streaming/race_history.h"
#include "predict/streaming/site_pairs.h"

namespace foreweave {

namespace {

class HbEngine final : public Engine {
 public:
  HbEngine(EngineInfo engine_info, bool plain_reads) : info_(engine_info) {
    edges_.plain_reads = plain_reads;
  }

  const EngineInfo& info() const override { return info_; }

  Verdict ask(const TraceFacts& facts, const Claim& claim) const override {
    const Trace& trace = facts.trace();
    const auto pair = race_pair_of(trace, claim);
    if (!pair) return Unknown{Why::not_covered};
    if (are_kept_apart_by_threads(trace, *pair)) return Unknown{Why::engine_incomplete};
    if (rests_on_unseen(trace, claim)) return Unknown{Why::unseen};
    const ThreadSlots slots(trace);
    const Clock clock = clock_before(trace, pair->second);
    if (pair->first.value < clock[slots.of(trace.thread(pair->first)).index()])
      return Unknown{Why::engine_incomplete};
    if (info_.yes == Yes::first_only) {  // the cone is a reordering only if nothing raced before
      SitePairs pairs(trace, {});
      const auto found = find_unordered(trace, pairs, pair->second.value);
      if (!found.empty()) return Unknown{Why::no_witness};
    }
    return Feasible{cone(trace, slots, pair->first, clock)};
  }

  ScanStats scan(const TraceFacts& facts, const ScanOptions& options,
                 const SuspectSink& sink) const override {
    const Trace& trace = facts.trace();
    SitePairs pairs(trace, options);
    const std::vector<Unordered> found =
        find_unordered(trace, pairs, static_cast<uint32_t>(trace.size()), options.meter);
    const ThreadSlots slots(trace);
    for (const auto& [p, clock] : found) {
      if (pairs.is_closed(p.first, p.second)) continue;
      const Suspect suspect{Claim::race(p.first, p.second), cone(trace, slots, p.first, clock)};
      if (sink(suspect)) pairs.close(p.first, p.second, true);
    }
    return pairs.stats();
  }

 private:
  using Clock = std::vector<uint32_t>;
  struct Unordered {
    RacePair pair;
    Clock clock;  // what is ordered before the second
  };

  // Among the first `n` events.
  std::vector<Unordered> find_unordered(const Trace& trace, SitePairs& pairs, uint32_t n,
                                        Meter* meter = nullptr) const {
    std::vector<Unordered> found;
    HappensBefore order(trace, edges_);
    OrderClocks& clocks = order.clocks();
    RaceHistory history(trace, clocks.slots());
    for (const EventRange part : MeteredEvents(trace, EventId(n), meter))
      for (const EventId e : part) {
        history.fetch_ahead(e);
        order.before(e);
        if (!is_access(trace.kind(e)) || !trace.may_race(trace.location(e))) {
          if (trace.keeps_place(e) && is_access(trace.kind(e))) order.after(e);
          continue;
        }
        const uint32_t* clock = clocks.clock(trace.thread(e));
        history.access(
            e, [&](EventId past, SlotId of) { return past.value < clock[of.index()]; },
            [&](EventId past) {
              pairs.count(past, e);
              if (pairs.worth_a_try(past, e))
                found.push_back({{past, e}, clock_of(clocks, e, trace.thread(e))});
            });
        order.after(e);
      }
    return found;
  }

  // What is ordered before e, which is next, including its thread's earlier events.
  static Clock clock_of(const OrderClocks& clocks, EventId e, ThreadId t) {
    const uint32_t* const clock = clocks.clock(t);
    Clock out(clock, clock + clocks.slots().count());
    out[clocks.slots().of(t).index()] = e.value;
    return out;
  }

  Clock clock_before(const Trace& trace, EventId end) const {
    HappensBefore order(trace, edges_);
    for (const EventId e : trace.interacting_before(end)) {
      order.before(e);
      order.after(e);
    }
    order.before(end);
    return clock_of(order.clocks(), end, trace.thread(end));
  }

  static Reordering cone(const Trace& trace, const ThreadSlots& slots, EventId first, Clock clock) {
    for (uint32_t& bound : clock) bound = std::max(bound, first.value);
    return events_below(trace, slots, clock);
  }

  EngineInfo info_;
  EdgeChoice edges_;
};

}  // namespace

const Engine& hb_engine() {
  static const HbEngine engine({"hb", "streaming clocks", Model::same_write, Yes::first_only,
                                No::nothing, "happens-before with epochs, after FastTrack"},
                               false);
  return engine;
}

const Engine& shb_engine() {
  static const HbEngine engine(
      {"shb", "streaming clocks", Model::same_write, Yes::sound, No::nothing,
       "schedulable happens-before: every race, not only the first"},
      true);
  return engine;
}

}  // namespace foreweave
