#include "patterns/claim_class.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace foreweave {

Candidates merged(std::vector<Candidates> found) {
  Candidates all;
  for (Candidates& part : found) {
    std::move(part.classes.begin(), part.classes.end(), std::back_inserter(all.classes));
    all.classes_cut += part.classes_cut;
    all.classes_forgiven += part.classes_forgiven;
  }
  if (found.size() > 1)
    std::stable_sort(all.classes.begin(), all.classes.end(),
                     [](const ClaimClass& a, const ClaimClass& b) {
                       const Claim &x = a.claims.front(), &y = b.claims.front();
                       return std::tie(x.happen, x.pending) < std::tie(y.happen, y.pending);
                     });
  return all;
}

}  // namespace foreweave
