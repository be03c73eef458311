#include "patterns/work_units.h"

#include <algorithm>

namespace foreweave {

bool WorkUnits::is_open(ThreadId t, UnitId unit) const {
  if (unit >= kOutermost) return true;
  const Thread& thread = threads_[t.index()];
  return std::binary_search(thread.frames.begin(), thread.frames.end(), unit) ||
         std::binary_search(thread.regions.begin(), thread.regions.end(), unit);
}

bool WorkUnits::belong_together(EventId first, EventId second) const {
  const SiteId a = trace_.site(first), b = trace_.site(second);
  if (trace_.site_info(a).function != trace_.site_info(b).function) return false;
  const auto& all = threads_[trace_.thread(second).index()].reached;
  const auto reached = all.find(invocation(second));
  if (reached == all.end()) return false;
  const auto first_at = reached->second.find(places_.of(a));
  const auto second_at = reached->second.find(places_.of(b));
  return first_at != reached->second.end() && second_at != reached->second.end() &&
         first_at->second < second_at->second;
}

}  // namespace foreweave
