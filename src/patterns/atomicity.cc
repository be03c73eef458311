#include "patterns/atomicity.h"

#include <algorithm>
#include <iterator>

namespace foreweave {

Candidates find_atomicity_violations(const Trace& trace, const PatternOptions& options) {
  Candidates all = find_interruptions(trace, options), crossings = find_crossings(trace, options);
  std::move(crossings.classes.begin(), crossings.classes.end(), std::back_inserter(all.classes));
  all.classes_cut += crossings.classes_cut;
  std::sort(all.classes.begin(), all.classes.end(), [](const ClaimClass& a, const ClaimClass& b) {
    return a.claims.front().happen < b.claims.front().happen;
  });
  return all;
}

}  // namespace foreweave
