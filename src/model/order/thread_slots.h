// Places for threads in clocks. A thread that was joined gives its slot to one that is forked by
// somebody who knows of the join: all events of the first come before all events of the second, in
// every reordering. So a clock is as wide as what is alive at once, not as what ever lived.
//
// A thread that nobody joins leaves nobody who knows that it is over. Programs with a few of these
// give each a slot of its own. Beyond kMostUnjoined slots a thread that is forked takes the slot of
// the one that did nothing for longest, and it is *assumed* that what that one did comes before it.
// That is no order of every reordering: clocks contain it (assumed_before), so that findings may be
// missed (assumed_count tells the report), and nobody may refute a claim by it.
//
// The events of a slot, of one thread after the other, are a chain as those of a thread are: a
// bound on event numbers says which of them are meant, and who is behind one is behind all before
// it, in every order that contains forks and joins.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/id.h"
#include "events/reordering.h"
#include "events/trace.h"

namespace foreweave {

using SlotId = Id<struct SlotTag>;

class ThreadSlots {
 public:
  static constexpr uint32_t kMostUnjoined = 256;
  explicit ThreadSlots(const Trace& trace) : ThreadSlots(trace, most_unjoined_) {}
  ThreadSlots(const Trace& trace, uint32_t most);
  // For tests whose traces have few threads; before anybody makes slots.
  static void set_most_unjoined(uint32_t most) { most_unjoined_ = most; }

  uint32_t count() const { return count_; }
  SlotId of(ThreadId t) const { return slots_[t.index()]; }

  // The thread whose slot t took although nobody who forked t knows that it is over, or none: all
  // its events have lower numbers than the fork of t, and clocks have them before those of t.
  ThreadId assumed_before(ThreadId t) const {
    return assumed_.empty() ? ThreadId::none() : assumed_[t.index()];
  }
  // How many threads took a slot in that way.
  uint32_t assumed_count() const { return assumed_count_; }

  // By thread: how many of its events have numbers below its slot's bound.
  std::vector<uint32_t> events_below(const Trace& trace, std::span<const uint32_t> bound) const;

 private:
  static uint32_t most_unjoined_;

  std::vector<SlotId> slots_;      // by thread
  std::vector<ThreadId> assumed_;  // by thread; empty if there is none
  uint32_t count_ = 0, assumed_count_ = 0;
};

// The events of each slot s with a number below bound[s], in trace order.
Reordering events_below(const Trace& trace, const ThreadSlots& slots,
                        std::span<const uint32_t> bound);

}  // namespace foreweave
