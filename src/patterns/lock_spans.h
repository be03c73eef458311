// The locks that a thread holds, and those it has been holding since an earlier event.
#pragma once

#include <cstdint>
#include <vector>

#include "events/trace.h"
#include "patterns/held_locks.h"

namespace foreweave {

class LockSpans {
 public:
  using SetId = HeldLocks::SetId;

  explicit LockSpans(const Trace& trace)
      : trace_(trace), held_(trace), taken_(trace.thread_count()) {}

  // To be called for every lock event.
  void step(EventId e);

  SetId now(ThreadId t) const { return held_.of(t); }
  // Held now and without a break since before event e of the thread.
  SetId since(ThreadId t, EventId e);
  bool exclude(SetId a, SetId b) const { return held_.exclude(a, b); }
  // Some lock is in both, in whatever mode.
  bool overlap(SetId a, SetId b) const { return held_.overlap(a, b); }
  // One lock keeps each of the two apart from the holder of c.
  bool exclude_each(SetId a, SetId b, SetId c) const { return held_.exclude_each(a, b, c); }

 private:
  struct Taken {
    HeldLocks::Entry entry;
    EventId at;
  };

  const Trace& trace_;
  HeldLocks held_;
  std::vector<std::vector<Taken>> taken_;  // by thread, in the order of taking
};

}  // namespace foreweave
