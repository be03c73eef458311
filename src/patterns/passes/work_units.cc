#include "patterns/passes/work_units.h"

#include <algorithm>

namespace foreweave {

bool WorkUnits::is_open(ThreadId t, UnitId unit) const {
  if (unit >= kOutermost) return true;
  const Thread& thread = threads_[t.index()];
  return std::binary_search(thread.frames.begin(), thread.frames.end(), unit) ||
         std::binary_search(thread.regions.begin(), thread.regions.end(), unit);
}

void WorkUnits::reach(EventId e) {
  // `balance -= cents` reads and writes at one place of the source: not twice the same.
  const uint32_t where = places_.of(trace_.site(e)) * 2 + writes(trace_.kind(e));
  const std::array<UnitId, 2> units = invocations(e);
  for (size_t i = 0; i < (units[0] == units[1] ? 1u : 2u); ++i) {
    Progress& progress = progress_of(threads_[trace_.thread(e).index()], i, units[i]);
    const auto reached = static_cast<uint32_t>(progress.places.size());
    const auto [place, is_new] = progress.places.find_or_add(where);
    if (is_new) place = reached;
    if (reached > 0 && place <= progress.last) ++progress.round;
    progress.last = place;
  }
}

}  // namespace foreweave
