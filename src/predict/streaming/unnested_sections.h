// Which critical sections overlap another one of their thread without nesting, as in hand-over-hand
// locking. The theorems behind wcp and cp are about sections that nest.
#pragma once

#include <algorithm>
#include <vector>

#include "events/trace.h"

namespace foreweave {

class UnnestedSections {
 public:
  explicit UnnestedSections(const Trace& trace);

  bool contains(EventId acquire) const {
    return std::binary_search(acquires_.begin(), acquires_.end(), acquire);
  }

 private:
  std::vector<EventId> acquires_;  // in their order
};

}  // namespace foreweave
