// Lockset: two conflicting accesses may meet unless their threads hold a common lock or one must
// come before the other in every reordering (fork, join, conditions, barriers, once, allocation).
// What reads see plays no part (model sync), so a "yes" is only "possible", while a "no" is
// certain.
//
// After Eraser (Savage et al., TOCS 1997), but over pairs of sites instead of a state per variable:
// ConflictClasses visits every pair of sites that can meet under sync at least once while it can.
// Exercised by tests/agree, which holds it to missing none.
#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "events/reading/metered_events.h"
#include "model/order/order_clocks.h"
#include "patterns/kinds/conflict_classes.h"
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
    SitePairs pairs(trace, options);
    for (const Meeting& meeting : first_meetings(trace, options)) {
      if (pairs.is_closed(meeting.first, meeting.second)) continue;
      pairs.count(meeting.first, meeting.second);
      // Nothing more can be said of a possible pair.
      pairs.close(meeting.first, meeting.second,
                  sink({Claim::race(meeting.first, meeting.second), std::nullopt}));
    }
    return pairs.stats();
  }

 private:
  struct Meeting {
    EventId first, second;
    CellId cell;
  };

  // At least the first of each pair of sites, in the order in which they come. What happens at a
  // cell has nothing to do with other cells: each of two threads looks at half of them.
  static std::vector<Meeting> first_meetings(const Trace& trace, const ScanOptions& options) {
    constexpr size_t kLong = 1 << 18;
    if (options.jobs < 2 || trace.size() < kLong) return meetings_at(trace, nullptr, options.meter);
    std::array<std::vector<Meeting>, 2> found;
    std::array<BitSet, 2> halves{BitSet(trace.cell_count()), BitSet(trace.cell_count())};
    for (size_t cell = 0; cell < trace.cell_count(); ++cell)
      halves[cell / kSideBySide % 2].add(cell);
    for_each_piece(found.size(), 2, [&](unsigned, size_t half) {
      found[half] = meetings_at(trace, &halves[half], options.meter);
    });
    std::vector<Meeting> all;
    std::ranges::merge(found[0], found[1], std::back_inserter(all), {}, place, place);
    return all;
  }
  static constexpr size_t kSideBySide = 16;  // cells, which may lie in one line of a cache
  static std::pair<EventId, CellId> place(const Meeting& meeting) {
    return {meeting.second, meeting.cell};
  }

  // At these cells, or at all.
  static std::vector<Meeting> meetings_at(const Trace& trace, const BitSet* cells, Meter* meter) {
    std::vector<Meeting> found;
    OrderClocks must(trace, kMustEdges);
    ConflictClasses classes(trace, must.slots(), cells);
    SitePairs pairs(trace, {});
    const auto is_done = [&](SiteId a, SiteId b) { return pairs.is_closed(a, b); };
    for (const EventRange part : MeteredEvents(trace, meter))
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
          found.push_back({past, e, classes.cell()});
          pairs.close(past, e, false);
          return true;
        });
      }
    return found;
  }

  EngineInfo info_{"lockset",     "locksets", Model::sync,
                   Yes::possible, No::exact,  "no common lock, and neither must come first"};
};

}  // namespace

const Engine& lockset_engine() {
  static const LocksetEngine engine;
  return engine;
}

}  // namespace foreweave
