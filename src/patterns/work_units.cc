#include "patterns/work_units.h"

#include <algorithm>

namespace foreweave {

bool WorkUnits::is_open(ThreadId t, UnitId unit) const {
  if (unit >= kOutermost) return true;
  const Thread& thread = threads_[t.index()];
  return std::binary_search(thread.frames.begin(), thread.frames.end(), unit) ||
         std::binary_search(thread.regions.begin(), thread.regions.end(), unit);
}

}  // namespace foreweave
