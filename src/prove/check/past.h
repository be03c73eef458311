// The recorded run itself, carried out once, with its state kept after every so many events. Most
// witnesses begin as the run did; they are checked from the last such state on, because what comes
// before happens in them as it did in the run. Any number of threads may ask.
#pragma once

#include <deque>
#include <mutex>

#include "events/reordering.h"
#include "prove/check/execution.h"

namespace foreweave {

class Past {
 public:
  // Keeps a reference. Carries out nothing before it is asked. Distance 0: such that the states
  // take about 4 bytes an event of the trace.
  Past(const Trace& trace, const Steps& steps, uint32_t distance);

  // The longest known piece of the run that the witness begins with, of events with numbers below
  // `limit`: the state behind it, and how many segments of the witness lie in it. Rule 1 must hold.
  std::pair<const Execution*, size_t> beginning_of(const Reordering& witness, uint32_t limit) const;

 private:
  bool go_on() const;
  uint32_t end(const Segment& s) const { return trace_.events_of(s.thread)[s.until - 1].value + 1; }

  const Trace& trace_;
  const Reordering run_;  // the whole
  const uint32_t distance_;
  mutable std::mutex mutex_;              // of what follows
  mutable std::deque<Execution> states_;  // each distance_ events behind the one before it
  mutable size_t at_ = 0;                 // the segment of the run in which the last one ends
};

}  // namespace foreweave
