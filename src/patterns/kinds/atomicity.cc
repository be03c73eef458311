#include "patterns/kinds/atomicity.h"

#include <utility>
#include <vector>

namespace foreweave {

Candidates find_atomicity_violations(const Trace& trace, const PatternOptions& options) {
  std::vector<Candidates> both;
  both.push_back(find_interruptions(trace, options));
  both.push_back(find_crossings(trace, options));
  return merged(std::move(both));
}

}  // namespace foreweave
