// Happens-before as a streaming pass: OrderClocks plus "a release comes before the next acquires of
// its lock". With every read's write before it as well (EdgeChoice::plain_reads) it is
// schedulable-happens-before.
#pragma once

#include <vector>

#include "model/order/order_clocks.h"

namespace foreweave {

class HappensBefore {
 public:
  HappensBefore(const Trace& trace, EdgeChoice edges);

  OrderClocks& clocks() { return clocks_; }

  // What comes before event e through threads, locks and the rest, but not yet through what e
  // reads: races of e are to be looked for after this.
  void before(EventId e) {
    if (is_access(trace_.kind(e))) {
      // Nearly always so, and not worth a call.
      if (trace_.may_be_handed_over(trace_.location(e))) clocks_.step_allocation(e);
      return;
    }
    // First what the lock hands over: a failed try inherits the holder's acquire with all of that.
    // But what a release hands over is also what it has to come after itself:
    // tests/regress/release_behind_unseen_code.std.
    const Kind kind = trace_.kind(e);
    if (operand_of(kind) == Operand::lock && !releases_lock(kind)) step_lock(e);
    clocks_.step_sync(e);
    if (releases_lock(kind)) step_lock(e);
  }
  // The write an access saw.
  void after(EventId e) {
    const Kind kind = trace_.kind(e);
    const bool matters = edges_.plain_reads || is_atomic(kind) || trace_.keeps_place(e);
    if (is_access(kind) && matters) clocks_.step_access(e);
  }

 private:
  struct Lock {
    Row exclusive = kNoRow;  // releases of exclusive holders
    Row shared = kNoRow;     // releases of shared holders
  };
  void step_lock(EventId e);

  const Trace& trace_;
  EdgeChoice edges_;
  OrderClocks clocks_;
  std::vector<Lock> locks_;
};

}  // namespace foreweave
