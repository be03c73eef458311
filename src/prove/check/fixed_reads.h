// Which reads of a reordering are fixed under a model (docs/reorderings.md, also on null claims).
// Depends on which events are executed and which are pending, not on their order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "events/claim.h"
#include "events/model.h"
#include "events/trace.h"
#include "prove/check/steps.h"

namespace foreweave {

class FixedReads {
 public:
  // `done[t]` events of each thread t are executed. `steps` are the trace's. Nobody asks
  // about events with numbers below `past`, which are all executed. What these saw lies before it,
  // too, and fixes nothing behind it.
  FixedReads(const Trace& trace, const Steps& steps, const ModelFacts& facts,
             std::span<const uint32_t> done, const Claim& claim, uint32_t past);

  bool contains(EventId read) const {
    if (facts_.fixes() == Fixes::every_read && read != null_read_) return true;
    return contains_by_facts(read);
  }

 private:
  bool contains_by_facts(EventId read) const;
  void fix_before_decisions(const Claim& claim);
  void follow_fixed_reads(const Steps& steps, EventId past);
  bool follow(const Step& read, ThreadId but = {});  // but not to writes of that thread
  bool raise_end(EventId write);
  void fix_by_dependences(const Claim& claim);

  const Trace& trace_;
  const ModelFacts& facts_;
  EventId null_read_;  // of a null claim
  std::vector<uint32_t> done_;
  // By thread; none lies behind all events.
  std::vector<EventId> undone_;  // its first event that is not executed
  std::vector<EventId> end_;     // branch: its reads before this event are fixed; and in the thread
  ThreadId all_but_null_read_;   // ... of a null claim, all but the null read, whatever its end.
  std::vector<bool> fixed_;      // dependence: by event
};

}  // namespace foreweave
