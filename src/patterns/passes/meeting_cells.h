// Cells at which threads could have met in another way than they did. Of all that threads share,
// most is handed from one to the next in an order that is certain: nothing about it can be
// otherwise, and nobody who looks for races, or for steps that are interrupted, needs to look at
// it. Telling that takes a few numbers a cell, much less than what is kept for those who do meet.
//
// Makes one pass over the trace. Worth it where more is shared than fits into a cache.
#pragma once

#include <cstdint>

#include "base/bit_set.h"
#include "events/model.h"
#include "events/trace.h"
#include "model/order/certain_orders.h"

namespace foreweave {

struct MeetingCells {
  // Two accesses of different threads, not both reads, are in no order that is certain.
  BitSet unordered;
  // A thread touched it when it had done at most `distance` events since another thread had: where
  // steps of two threads lay in each other in the run itself, they did so at such a cell.
  BitSet swift;

  // The cells that anything about steps can be about.
  bool has(CellId c) const { return unordered.contains(c.index()) || swift.contains(c.index()); }
  bool is_empty() const {
    return unordered.next(0) == unordered.size() && swift.next(0) == swift.size();
  }
};

// What is certain is so under the model, and what code that was not recorded may order counts or
// not (certain_order.h). Who looks under a stricter model finds nothing at other cells either.
MeetingCells find_meeting_cells(const Trace& trace, Model model, bool with_unseen,
                                uint32_t distance, CertainOrders* orders = nullptr);

// Cells at which only code that was not recorded makes an order certain, or which it writes.
MeetingCells meetings_but_for_unseen(const Trace& trace, const MeetingCells& without_unseen,
                                     const MeetingCells& with_unseen);

// Whether there are so many contended cells that it pays.
bool are_meetings_worth_finding(const Trace& trace);

}  // namespace foreweave
