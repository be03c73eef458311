#include "predict/streaming/happens_before.h"

namespace foreweave {

HappensBefore::HappensBefore(const Trace& trace, EdgeChoice edges)
    : trace_(trace), edges_(edges), clocks_(trace, edges), locks_(trace.lock_count()) {}

void HappensBefore::step_lock(EventId e) {
  Lock& lock = locks_[trace_.lock(e).index()];
  const ThreadId t = trace_.thread(e);
  auto keep = [&](Row& slot) {
    if (slot == kNoRow) slot = clocks_.rows().make();
    clocks_.publish_into(slot, t, e);
  };
  switch (trace_.kind(e)) {
    case Kind::acquire:
      if (lock.shared != kNoRow) clocks_.join(t, lock.shared);
      [[fallthrough]];
    case Kind::acquire_shared:
      if (lock.exclusive != kNoRow) clocks_.join(t, lock.exclusive);
      return;
    case Kind::release:
      return keep(lock.exclusive);
    case Kind::release_shared:
      return keep(lock.shared);
    default:
      return;
  }
}

}  // namespace foreweave
