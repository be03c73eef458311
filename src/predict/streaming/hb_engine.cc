// Happens-before (hb) and schedulable happens-before (shb).
//
// Two conflicting accesses that happens-before leaves unordered are a race if nothing before them
// raced: up to the first race, every read's write is ordered before it, so that the events ordered
// before the two, in trace order, are a reordering that ends with both pending. After the first
// race that fails: a read may have seen a write that is not in the cone. shb keeps each read's
// write before it, and so every pair it leaves unordered is a race (Mathur, Kini, Viswanathan,
// "What happens-after the first race?", OOPSLA 2018; FastTrack: Flanagan, Freund, PLDI 2009).
//
// We differ from the papers in that every suspect gets its cone as a witness, which prove/check
// decides on. The pass that finds suspects keeps only epochs; a second one, up to the last suspect,
// takes the clocks of their events. Exercised by tests/agree and tests/golden.
#include <algorithm>

#include "events/metered_events.h"
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

  Verdict ask(const Trace& trace, const Claim& claim) const override {
    const auto pair = race_pair_of(trace, claim);
    if (!pair) return Unknown{Why::not_covered};
    if (are_kept_apart_by_threads(trace, *pair)) return Unknown{Why::engine_incomplete};
    if (rests_on_unseen(trace, claim)) return Unknown{Why::unseen};
    const ThreadSlots slots(trace);
    const std::vector<Clock> clocks = clocks_before(trace, slots, {pair->first, pair->second});
    if (pair->first.value < clocks[1][slots.of(trace.thread(pair->first)).index()])
      return Unknown{Why::engine_incomplete};
    if (info_.yes == Yes::first_only) {  // the cone is a reordering only if nothing raced before
      SitePairs pairs(trace, {});
      const auto found = find_unordered(trace, pairs, pair->second.value);
      if (!found.empty()) return Unknown{Why::no_witness};
    }
    return Feasible{cone(trace, slots, clocks[0], clocks[1])};
  }

  ScanStats scan(const Trace& trace, const ScanOptions& options,
                 const SuspectSink& sink) const override {
    SitePairs pairs(trace, options);
    const std::vector<RacePair> found =
        find_unordered(trace, pairs, static_cast<uint32_t>(trace.size()), options.meter);

    std::vector<EventId> events;
    for (const RacePair& p : found) events.insert(events.end(), {p.first, p.second});
    std::sort(events.begin(), events.end());
    events.erase(std::unique(events.begin(), events.end()), events.end());
    const ThreadSlots slots(trace);
    const std::vector<Clock> clocks = clocks_before(trace, slots, events);
    auto clock_of = [&](EventId e) -> const Clock& {
      return clocks[static_cast<size_t>(std::lower_bound(events.begin(), events.end(), e) -
                                        events.begin())];
    };
    for (const RacePair& p : found) {
      if (pairs.is_closed(p.first, p.second)) continue;
      const Suspect suspect{Claim::race(p.first, p.second),
                            cone(trace, slots, clock_of(p.first), clock_of(p.second))};
      if (sink(suspect)) pairs.close(p.first, p.second, true);
    }
    return pairs.stats();
  }

 private:
  using Clock = std::vector<uint32_t>;

  // Among the first `n` events.
  std::vector<RacePair> find_unordered(const Trace& trace, SitePairs& pairs, uint32_t n,
                                       Meter* meter = nullptr) const {
    std::vector<RacePair> found;
    HappensBefore order(trace, edges_);
    OrderClocks& clocks = order.clocks();
    RaceHistory history(trace, clocks.slots());
    for (const EventRange part : MeteredEvents(trace, EventId(n), meter))
      for (const EventId e : part) {
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
              if (pairs.worth_a_try(past, e)) found.push_back({past, e});
            });
        order.after(e);
      }
    return found;
  }

  // What is ordered before each of `events` (increasing), including its thread's earlier events,
  // excluding the event itself.
  std::vector<Clock> clocks_before(const Trace& trace, const ThreadSlots& slots,
                                   const std::vector<EventId>& events) const {
    std::vector<Clock> out;
    HappensBefore order(trace, edges_);
    for (const EventId e : trace.interacting()) {
      if (out.size() == events.size()) break;
      order.before(e);
      if (events[out.size()] == e) {
        const ThreadId t = trace.thread(e);
        const uint32_t* clock = order.clocks().clock(t);
        out.emplace_back(clock, clock + slots.count())[slots.of(t).index()] = e.value;
      }
      order.after(e);
    }
    return out;
  }

  static Reordering cone(const Trace& trace, const ThreadSlots& slots, const Clock& a,
                         const Clock& b) {
    Clock bound(a.size());
    for (size_t s = 0; s < a.size(); ++s) bound[s] = std::max(a[s], b[s]);
    return events_below(trace, slots, bound);
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
