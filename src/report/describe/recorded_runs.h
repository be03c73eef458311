// What threads did without a switch in the recorded run. Any number of threads may read it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "events/trace.h"

namespace foreweave {

class RecordedRuns {
 public:
  // One pass over the trace, to which it keeps no reference.
  explicit RecordedRuns(const Trace& trace) {
    ThreadId now = ThreadId::none();
    for (uint32_t i = 0; i < trace.size(); ++i) {
      const ThreadId thread = trace.thread(EventId(i));
      if (thread != now) firsts_.push_back(i);
      now = thread;
    }
  }

  size_t size() const { return firsts_.size(); }
  uint32_t first(size_t run) const { return firsts_[run]; }  // its first event
  // The runs that begin before the event.
  size_t count_before(uint32_t event) const {
    return static_cast<size_t>(std::lower_bound(firsts_.begin(), firsts_.end(), event) -
                               firsts_.begin());
  }
  // The run that has the event.
  size_t number_of(EventId e) const { return count_before(e.value + 1) - 1; }

 private:
  std::vector<uint32_t> firsts_;
};

}  // namespace foreweave
