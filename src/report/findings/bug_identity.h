// What makes two claims the same bug: their kind and the places of their events. A place is where a
// site stands in the source; several sites may share one.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "events/claim.h"
#include "events/trace.h"

namespace foreweave {

// The claim's events, in the order of the trace.
std::vector<EventId> sorted_events(const Claim& claim);

// The places of a bug, given in the order happen, pending, in an order that is the same for each
// claim of the bug. The sides of a race or a double free are alike, a deadlock is a cycle that
// begins nowhere, everything else is a sequence.
template <class Place>
void make_canonical(BugKind kind, std::vector<Place>& places) {
  if (kind == BugKind::race || kind == BugKind::double_free)
    std::sort(places.begin(), places.end());
  if (kind != BugKind::deadlock) return;
  std::vector<Place> turned = places;
  for (size_t i = 1; i < places.size(); ++i) {
    std::rotate(turned.begin(), turned.begin() + 1, turned.end());
    places = std::min(places, turned);
  }
}

// A site as text that stays the same when the trace file or the folder of the sources is moved.
std::string place_key(const Trace& trace, SiteId site);
// The kind and the canonical places, as text.
std::string bug_key(const Trace& trace, const Claim& claim);

}  // namespace foreweave
