// The recorded run itself, carried out once, with its state kept after every so many events. Most
// witnesses begin as the run did; they are checked from the last such state on, because what comes
// before happens in them as it did in the run. Any number of threads may ask.
#pragma once

#include <deque>
#include <mutex>
#include <utility>

#include "events/trace.h"
#include "prove/check/execution.h"

namespace foreweave {

class Past {
 public:
  // Keeps a reference. Carries out nothing before it is asked. Distance 0: such that the states
  // take about 4 bytes an event of the trace.
  Past(const Trace& trace, const Steps& steps, uint32_t distance);

  // A piece of the run that ends with or before its first `events` events, and as close to them as
  // states are kept: how many events it has, and the state behind it.
  std::pair<uint32_t, const Execution*> within(uint32_t events) const;

 private:
  bool go_on() const;

  const Trace& trace_;
  const uint32_t distance_;
  mutable std::mutex mutex_;              // of what follows
  mutable std::deque<Execution> states_;  // each distance_ events behind the one before it
};

}  // namespace foreweave
