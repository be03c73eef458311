// Data races by memory order: conflicting accesses that the happens-before of C11 and C++20 leaves
// unordered in the recorded run, although its order of atomic accesses keeps them apart. An engine
// that looks for accesses which are next at the same time cannot see them, since whoever reads the
// flag sees what was written before the flag was set, in every order of the events; a compiler or a
// processor is free not to keep that order.
//
// The witness is what has to come before the two, in the recorded order, and the two. Everything
// that happens before either of them is in it, so that they are unordered in it if they are in the
// trace; prove/check finds that out for itself. What is unordered also with atomics that order
// everything is an ordinary race, and left to the other engines; unless all races of the recorded
// order are asked for (ScanOptions): of a run of a program each of them is one that happened, also
// those behind a race on an ordinary variable that the program takes for a lock or a flag, which
// keeps the others from finding both accesses next. A free is a write of all that it frees; where
// atomics do not even keep it apart from an access, that is a use after free, and also left to
// others. Exercised by tests/agree, tests/innocents, tests/small.
#include <algorithm>

#include "events/lives.h"
#include "events/reading/metered_events.h"
#include "events/recorded_run/recorded_program.h"
#include "model/order/language_order.h"
#include "patterns/race.h"
#include "predict/streaming/engine_list.h"
#include "predict/streaming/happens_before.h"
#include "predict/streaming/race_history.h"
#include "predict/streaming/site_pairs.h"

namespace foreweave {

namespace {

// Of each object that is freed, the last access by each thread: if that happens before the free, so
// do all others. What the runtime tells of locks and the like is not asked about: who unlocks a
// mutex for the last time may free it.
class LastUses {
 public:
  explicit LastUses(const Trace& trace) : trace_(trace), of_(trace.objects().size()) {}

  // At a free of memory: on_free(last access) for each other thread.
  template <class OnFree>
  void step(EventId e, OnFree on_free) {
    const Kind kind = trace_.kind(e);
    if (kind == Kind::free && trace_.object(e).exists() &&
        (!trace_.is_counted_free(e) || is_stack(trace_, trace_.object(e)))) {
      for (const EventId use : of_[trace_.object(e).index()])
        if (trace_.thread(use) != trace_.thread(e)) on_free(use);
      of_[trace_.object(e).index()] = {};
    } else if (is_access(kind) && !trace_.is_of_thing(e)) {
      note(e, trace_.location_of(e).object);
    }
  }

 private:
  void note(EventId e, ObjectId object) {
    if (object == kOtherMemory || !trace_.objects()[object.index()].freed.exists()) return;
    std::vector<EventId>& uses = of_[object.index()];
    const auto own = std::ranges::find_if(
        uses, [&](EventId use) { return trace_.thread(use) == trace_.thread(e); });
    if (own == uses.end())
      uses.push_back(e);
    else
      *own = e;
  }

  const Trace& trace_;
  std::vector<std::vector<EventId>> of_;  // by object
};

class C11Engine final : public Engine {
 public:
  const EngineInfo& info() const override {
    static constexpr EngineInfo kInfo{
        "c11",      "streaming clocks", Model::same_write,
        Yes::sound, No::nothing,        "data races by memory order, in the recorded order"};
    return kInfo;
  }

  bool applies_to(const Trace& trace) const override {
    return has_weak_atomics(trace) || was_recorded(trace);
  }

  Verdict ask(const TraceFacts&, const Claim&) const override { return Unknown{Why::not_covered}; }

  ScanStats scan(const TraceFacts& facts, const ScanOptions& options,
                 const SuspectSink& sink) const override {
    const Trace& trace = facts.trace();
    SitePairs pairs(trace, options);
    if (!options.all_of_recorded_order && !has_weak_atomics(trace)) return pairs.stats();
    const std::vector<RacePair> found = find_unordered(trace, pairs, options);
    std::vector<EventId> events;
    for (const RacePair& p : found) events.insert(events.end(), {p.first, p.second});
    std::sort(events.begin(), events.end());
    events.erase(std::unique(events.begin(), events.end()), events.end());
    const ThreadSlots slots(trace);
    const std::vector<Clock> cones = cones_of(trace, slots, events);
    const auto cone_of = [&](EventId e) -> const Clock& {
      return cones[static_cast<size_t>(std::lower_bound(events.begin(), events.end(), e) -
                                       events.begin())];
    };
    for (const RacePair& p : found) {
      if (pairs.is_closed(p.first, p.second)) continue;
      const Suspect suspect{Claim::race_by_memory_order(p.first, p.second),
                            both(trace, slots, cone_of(p.first), cone_of(p.second))};
      if (sink(suspect)) pairs.close(p.first, p.second, true);
    }
    return pairs.stats();
  }

 private:
  using Clock = std::vector<uint32_t>;

  static std::vector<RacePair> find_unordered(const Trace& trace, SitePairs& pairs,
                                              const ScanOptions& options) {
    std::vector<RacePair> found;
    LanguageOrder language(trace);
    HappensBefore order(trace, {});
    RaceHistory history(trace, order.clocks().slots());
    LastUses uses(trace);
    const bool may_be_weak = has_weak_atomics(trace);
    const EventId end(static_cast<uint32_t>(trace.size()));
    for (const EventRange part : MeteredEvents(trace, end, options.meter))
      for (const EventId e : part) {
        order.before(e);
        language.step(e);
        const ThreadId t = trace.thread(e);
        if (is_access(trace.kind(e)) && trace.may_race(trace.location(e)))
          history.access(
              e, [&](EventId past, SlotId) { return language.covers(t, past, trace.thread(past)); },
              [&](EventId past) {
                const bool atomics_order_it = order.clocks().covers(t, past, trace.thread(past));
                if (!atomics_order_it && !options.all_of_recorded_order) return;
                pairs.count(past, e);
                if (pairs.worth_a_try(past, e)) found.push_back({past, e});
              });
        if (may_be_weak)
          uses.step(e, [&](EventId past) {
            if (language.covers(t, past, trace.thread(past))) return;
            if (!order.clocks().covers(t, past, trace.thread(past))) return;
            pairs.count(past, e);
            if (pairs.worth_a_try(past, e)) found.push_back({past, e});
          });
        order.after(e);
      }
    return found;
  }

  // What has to come before each of `events` (increasing), and itself.
  static std::vector<Clock> cones_of(const Trace& trace, const ThreadSlots& slots,
                                     const std::vector<EventId>& events) {
    std::vector<Clock> cones;
    HappensBefore order(trace, {.plain_reads = true});
    for (const EventId e : trace.interacting()) {
      if (cones.size() == events.size()) break;
      order.before(e);
      order.after(e);
      if (events[cones.size()] != e) continue;
      const ThreadId t = trace.thread(e);
      const uint32_t* clock = order.clocks().clock(t);
      cones.emplace_back(clock, clock + slots.count())[slots.of(t).index()] = e.value + 1;
    }
    return cones;
  }

  static Reordering both(const Trace& trace, const ThreadSlots& slots, const Clock& a,
                         const Clock& b) {
    Clock bound(a.size());
    for (size_t s = 0; s < a.size(); ++s) bound[s] = std::max(a[s], b[s]);
    return events_below(trace, slots, bound);
  }
};

}  // namespace

const Engine& c11_engine() {
  static const C11Engine engine;
  return engine;
}

}  // namespace foreweave
