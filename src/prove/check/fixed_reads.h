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
  // `done[t]` events of each thread t are executed. `steps` are the trace's.
  FixedReads(const Trace& trace, const Steps& steps, const ModelFacts& facts,
             std::span<const uint32_t> done, const Claim& claim);

  bool contains(EventId read) const {
    if (facts_.model == Model::same_write && read != null_read_) return true;
    return contains_by_facts(read);
  }

 private:
  bool contains_by_facts(EventId read) const;
  void fix_before_decisions(const Steps& steps, const Claim& claim);
  void follow_fixed_reads(const Steps& steps);
  bool follow(const Step& read, ThreadId but = {});  // but not to writes of that thread
  bool raise_limit(EventId write);
  void fix_by_dependences(const Claim& claim);
  bool executed(EventId e, uint32_t index) const;
  uint32_t index_in_thread(EventId e) const;
  EventId event_at(ThreadId t, uint32_t index) const;  // none, behind all, if there is none

  const Trace& trace_;
  const ModelFacts& facts_;
  EventId null_read_;  // of a null claim
  std::vector<uint32_t> done_;
  std::vector<uint32_t> limit_;  // branch: the thread's reads before this index are fixed ...
  std::vector<EventId> end_;     // ... that is, before this event; none: all. And in the thread
  ThreadId all_but_null_read_;   // ... of a null claim, all but the null read, whatever its limit.
  std::vector<bool> fixed_;      // dependence: by event
};

}  // namespace foreweave
