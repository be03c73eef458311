// The plainest reordering there is for a race, a deadlock of two threads or a use after free: one
// thread waits before its access, and all others go on as they did, except for what needs something
// that the waiting thread, or another that stopped because of it, did not do. If the second thread
// gets to its access that way, both are next at the same time, and no order has to be closed. If it
// gets to the free of what is about to be used, it frees it.
//
// Every event of such a run comes in the trace's order and every read sees what it saw, so it is a
// reordering under every model. It is not the only one: that a thread does not get there says
// nothing.
//
// Who stops where depends on the access that is waited at alone. So one run serves all claims about
// it, and is continued when one of them needs more of it. What is answered does not depend on that.
//
// Keeps references. One thread.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "events/reordering.h"
#include "events/trace.h"
#include "predict/closure/cone/conflict_index.h"
#include "predict/closure/trace_order.h"

namespace foreweave {

class WaitingRuns {
 public:
  WaitingRuns(const Trace& trace, const ConflictIndex& index, const TraceOrder& order)
      : trace_(trace), index_(index), order_(order) {}

  // Whether the thread of `late` gets to it while that of `early`, an access or acquire before it
  // in the trace, waits there with its memory in place. If `late` is a free, it may be of that
  // memory.
  bool reaches(EventId early, EventId late);
  // The run of the last call, up to `late`, if that was reached; a free happens, too.
  Reordering witness(EventId early, EventId late) const;

 private:
  static constexpr size_t kMostRuns = 4096;  // kept at once

  struct Run {
    uint32_t done = 0;               // the events before this one are looked at
    std::vector<uint32_t> stops;     // by thread: its first event that does not happen
    std::vector<uint64_t> left_out;  // locks and the like of which some operation does not happen
  };

  Run& run_of(EventId early);
  void go_on(Run& run, EventId early, EventId e);
  void stop(Run& run, ThreadId t, uint32_t at) const;
  bool can_happen(const Run& run, EventId early, EventId e) const;
  bool lacks_unseen(const Run& run, EventId e) const;
  bool can_access(const Run& run, EventId e) const;
  bool can_acquire(const Run& run, EventId e) const;
  bool is_left_out(const Run& run, EventId e) const {
    return e.exists() && e.value >= run.stops[trace_.thread(e).index()];
  }

  bool has_memory(const Run& run, ObjectId object) const {
    return !object.exists() || !is_left_out(run, trace_.objects()[object.index()].allocated);
  }

  const Trace& trace_;
  const ConflictIndex& index_;
  const TraceOrder& order_;
  std::unordered_map<uint32_t, Run> runs_;  // by the event that is waited at
  const Run* last_ = nullptr;
};

}  // namespace foreweave
