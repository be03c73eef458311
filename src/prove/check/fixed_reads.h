// Which reads of a reordering are fixed under a model (docs/reorderings.md). Depends on which events
// are executed and which are pending, not on their order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "events/model.h"
#include "events/trace.h"

namespace foreweave {

class FixedReads {
 public:
  // `done[t]` events of each thread t are executed.
  FixedReads(const Trace& trace, const ModelFacts& facts, std::span<const uint32_t> done,
             std::span<const EventId> pending);

  bool contains(EventId read) const {
    return facts_.model == Model::same_write || contains_by_facts(read);
  }

 private:
  bool contains_by_facts(EventId read) const;
  void fix_before_decisions(std::span<const EventId> pending);
  void fix_by_dependences(std::span<const EventId> pending);
  bool executed(EventId e, uint32_t index) const;
  uint32_t index_in_thread(EventId e) const;

  const Trace& trace_;
  const ModelFacts& facts_;
  std::vector<uint32_t> done_;
  std::vector<uint32_t> limit_;  // branch: the thread's reads before this index are fixed ...
  std::vector<EventId> end_;     // ... that is, before this event; none: all
  std::vector<bool> fixed_;      // dependence: by event
};

}  // namespace foreweave
