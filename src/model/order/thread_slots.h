// Places for threads in clocks. A thread that was joined gives its slot to one that is forked by
// somebody who knows of the join: all events of the first come before all events of the second, in
// every reordering. So a clock is as wide as what is alive at once, not as what ever lived.
//
// The events of a slot, of one thread after the other, are a chain as those of a thread are: a
// bound on event numbers says which of them are meant, and who is behind one is behind all before
// it, in every order that contains forks and joins.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/id.h"
#include "events/trace.h"

namespace foreweave {

using SlotId = Id<struct SlotTag>;

class ThreadSlots {
 public:
  explicit ThreadSlots(const Trace& trace);

  uint32_t count() const { return count_; }
  SlotId of(ThreadId t) const { return slots_[t.index()]; }

  // By thread: how many of its events have numbers below its slot's bound.
  std::vector<uint32_t> events_below(const Trace& trace, std::span<const uint32_t> bound) const;

 private:
  std::vector<SlotId> slots_;  // by thread
  uint32_t count_ = 0;
};

}  // namespace foreweave
