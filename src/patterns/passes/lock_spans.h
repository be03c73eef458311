// The locks that a thread holds, and those it has been holding since an earlier event.
#pragma once

#include "events/trace.h"
#include "patterns/passes/held_locks.h"

namespace foreweave {

class LockSpans {
 public:
  using SetId = HeldLocks::SetId;

  explicit LockSpans(const Trace& trace) : held_(trace) {}

  // To be called for every lock event.
  void step(EventId e) { held_.step(e); }

  SetId now(ThreadId t) { return held_.of(t); }
  // Held now and without a break since before event e of the thread.
  SetId since(ThreadId t, EventId e) { return held_.since(t, e); }
  // As far as this lock is in it, which is held exclusively or not at all; `alone` is of_lock().
  SetId of_lock(LockId lock) { return held_.of_lock(lock); }
  SetId now(ThreadId t, LockId lock, SetId alone) const {
    return held_.holds_exclusively(t, lock) ? alone : 0;
  }
  SetId since(ThreadId t, EventId e, LockId lock, SetId alone) const {
    return held_.holds_exclusively_since(t, lock, e) ? alone : 0;
  }
  bool exclude(SetId a, SetId b) const { return held_.exclude(a, b); }
  bool has_exclusively(SetId set, LockId lock) const { return held_.has_exclusively(set, lock); }
  // Some lock is in both, in whatever mode.
  bool overlap(SetId a, SetId b) const { return held_.overlap(a, b); }
  // One lock keeps each of the two apart from the holder of c.
  bool exclude_each(SetId a, SetId b, SetId c) const { return held_.exclude_each(a, b, c); }

 private:
  HeldLocks held_;
};

}  // namespace foreweave
