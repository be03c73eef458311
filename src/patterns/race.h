// The race pattern: two conflicting accesses of two threads, both next. Conflicting: they touch a
// common byte, at least one writes, and not both are atomic.
#pragma once

#include <compare>
#include <optional>

#include "events/claim.h"
#include "events/trace.h"

namespace foreweave {

// In the trace's order.
struct RacePair {
  EventId first, second;
};

// The pair that the claim is about; none if it is no race claim over conflicting accesses.
std::optional<RacePair> race_pair_of(const Trace& trace, const Claim& claim);

// Neither can be next beside the other: one is over before the other's thread is created, or behind
// its join (events/build/passed_by_threads.h).
inline bool are_kept_apart_by_threads(const Trace& trace, const RacePair& pair) {
  return !trace.is_contended(trace.location(pair.first));
}

// What identifies a race: its two sites, the smaller first.
struct SitePair {
  SiteId low, high;
  friend auto operator<=>(const SitePair&, const SitePair&) = default;
};
SitePair site_pair_of(const Trace& trace, EventId a, EventId b);

}  // namespace foreweave
