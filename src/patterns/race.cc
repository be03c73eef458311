#include "patterns/race.h"

#include <algorithm>

namespace foreweave {

std::optional<RacePair> race_pair_of(const Trace& trace, const Claim& claim) {
  if (claim.kind != BugKind::race || !claim.happen.empty() || claim.pending.size() != 2)
    return std::nullopt;
  const auto [first, second] = std::minmax(claim.pending[0], claim.pending[1]);
  if (second.index() >= trace.size() || !is_race_pair(trace, first, second)) return std::nullopt;
  return RacePair{first, second};
}

SitePair site_pair_of(const Trace& trace, EventId a, EventId b) {
  const SiteId x = trace.site(a), y = trace.site(b);
  return {std::min(x, y), std::max(x, y)};
}

}  // namespace foreweave
