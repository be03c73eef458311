// Orders of events of traces that are written down (std_trace), and what would be seen of them. All
// such traces have the same places: line 17 of one is line 17 of another.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "events/reordering.h"
#include "events/std/trace_for_tests.h"
#include "record/translate/step_watch.h"
#include "replay/judge/comparison.h"
#include "replay/schedule/steps.h"

namespace foreweave {

inline Reordering order(const Trace& trace, const std::vector<uint32_t>& events) {
  std::vector<EventId> ids;
  for (const uint32_t e : events) ids.push_back(EventId(e));
  return Reordering::from_events(trace, ids);
}

// What is seen of watched steps in a run that leaves this trace.
inline std::vector<Sighting> sightings_in(const Trace& replayed, const Trace& original,
                                          const std::vector<WatchedStep>& watched) {
  const std::vector<ThreadId> threads = matching_threads(original, replayed);
  std::vector<Sighting> seen(watched.size());
  for (size_t i = 0; i < watched.size(); ++i) {
    const ThreadId thread = threads[watched[i].thread];
    const std::vector<EventId> steps =
        thread.exists() ? steps_of(replayed, thread) : std::vector<EventId>();
    if (watched[i].step >= steps.size()) continue;
    const EventId event = steps[watched[i].step];
    const Site& site = replayed.site_info(replayed.site(event));
    seen[i] = {true,
               event.value + 1,
               replayed.kind(event),
               std::string(replayed.text(site.file)),
               std::string(replayed.text(site.function)),
               site.line,
               site.column,
               0,
               0,
               0};
    if (!is_access(replayed.kind(event))) continue;
    const Location& place = replayed.location_of(event);
    seen[i].address = replayed.objects()[place.object.index()].address + place.offset;
    seen[i].size = place.size;
  }
  return seen;
}

// Locks that threads hold at its end.
inline std::vector<HeldLockAddress> held_in(const Trace& replayed, const Trace& original) {
  std::vector<HeldLockAddress> held;
  const std::vector<ThreadId> threads = matching_threads(original, replayed);
  for (uint32_t t = 0; t < threads.size(); ++t) {
    if (!threads[t].exists()) continue;
    for (const EventId event : replayed.events_of(threads[t])) {
      const Kind kind = replayed.kind(event);
      if (!acquires_lock(kind) && !releases_lock(kind)) continue;
      const uint64_t lock =
          replayed.sync_objects(Operand::lock)[replayed.lock(event).index()].address;
      if (acquires_lock(kind))
        held.push_back({t, lock});
      else
        std::erase_if(held,
                      [&](const HeldLockAddress& h) { return h.thread == t && h.lock == lock; });
    }
  }
  return held;
}

}  // namespace foreweave
