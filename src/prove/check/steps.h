// The events of a trace that can break a rule when they are reordered, thread by thread. A witness
// is checked by going through these alone; packed, because a trace's columns would have to be
// fetched from memory for each of many witnesses.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/column.h"
#include "events/trace.h"

namespace foreweave {

struct Step {
  EventId event;
  // A plain step is an access of one cell of memory that is always alive, or a lock event with a
  // lock in such memory, which need not keep its place: `target` is the cell or lock, `seen` what the access saw in the trace.
  // Of a semaphore's set-up it is how many operations it had before, in the trace. Whatever else is
  // to be known of an event, the trace says.
  uint32_t target = 0;
  EventId seen;
  Kind kind = Kind::thread_begin;
  bool plain = false;
};
static_assert(sizeof(Step) == 16);

class Steps {
 public:
  // Keeps nothing of the trace. What it leaves out can break no rule, see Trace::interacting; but
  // each thread's first event is there.
  explicit Steps(const Trace& trace);

  std::span<const Step> of(ThreadId t) const {
    return {steps_.data() + first_[t.index()], steps_.data() + first_[t.index() + 1]};
  }

 private:
  Column<Step> steps_;
  std::vector<size_t> first_;  // by thread, and the end
};

}  // namespace foreweave
