// Critical sections that the theorems behind wcp and cp are not about:
//   - those that overlap another one of their thread without nesting, as in hand-over-hand locking;
//   - those in which the thread tells another one something, other than by locks, and hears back:
//   what
//     the other does in between happens inside the section, too.
#pragma once

#include <algorithm>
#include <vector>

#include "events/trace.h"

namespace foreweave {

class EntangledSections {
 public:
  explicit EntangledSections(const Trace& trace);

  bool contains(EventId acquire) const {
    return std::binary_search(acquires_.begin(), acquires_.end(), acquire);
  }

 private:
  std::vector<EventId> acquires_;  // in their order
};

}  // namespace foreweave
