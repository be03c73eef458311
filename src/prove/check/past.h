// The recorded run itself, carried out once, with its state kept after every so many events. Most
// witnesses begin as the run did; they are checked from the last such state on, because what comes
// before happens in them as it did in the run. Where many are checked, states are kept in between,
// too. Any number of threads may ask.
#pragma once

#include <deque>
#include <map>
#include <mutex>

#include "events/trace.h"
#include "prove/check/execution.h"

namespace foreweave {

class Past {
 public:
  // Keeps a reference. Carries out nothing before it is asked. Distance 0: such that the states
  // take about 4 bytes an event of the trace, and those in between at most 16.
  Past(const Trace& trace, const Steps& steps, uint32_t distance);

  // The state behind the first `events` events of the run; behind fewer of them if the run breaks a
  // rule there.
  struct Point {
    uint32_t events;
    Execution state;
  };
  Point behind(uint32_t events) const;
  void go_through() const { kept_before(static_cast<uint32_t>(trace_.size())); }

 private:
  struct Kept {
    uint32_t at;  // events
    const Execution* state;
    uint32_t known;
  };
  Kept kept_before(uint32_t events) const;
  bool go_on() const;

  const Trace& trace_;
  const uint32_t distance_;
  mutable std::mutex mutex_;                       // of what follows
  mutable std::deque<Execution> states_;           // each distance_ events behind the one before it
  mutable std::map<uint32_t, Execution> between_;  // by event
  mutable uint32_t known_ = 0;  // so many of the run's events were executed and break no rule
};

}  // namespace foreweave
