// Works out what must have happened before an event, in every reordering under a model in which
// that event happens or is pending. A pass over the trace, in its order; certain_order.h is what
// patterns take.
//
// Threads, conditions, barriers, once, inits of semaphores and allocations order events under every
// model (docs/engines/streaming.md, "Must-edges"). Reads add to that:
//   same-write   the write that a read saw comes before the read.
//   branch       only once a decision follows in the read's thread. Then the write's thread has
//                read what it read, too, up to the write. So each thread has two clocks: a *firm*
//                one, and what it would be if all its reads so far were fixed. A decision makes the
//                second the first; a write hands the second on.
//   dependence, sync   nothing is certain about reads.
// Some order that is certain is not seen: what follows from locks, for one.
#pragma once

#include <cstdint>
#include <vector>

#include "events/model.h"
#include "events/trace.h"
#include "model/order/clock_rows.h"
#include "model/order/order_clocks.h"

namespace foreweave {

// Is told of every change of a thread's clock, when it has just been made: the clock is the
// thread's from event `since` on.
class ClockListener {
 public:
  virtual void changed(ThreadId t, EventId since) = 0;
  virtual void is_over(ThreadId t) = 0;  // its clock is zeros from now on

 protected:
  ~ClockListener() = default;
};

class CertainClocks {
 public:
  // Unless `with_unseen`, as if code that was not recorded ordered nothing.
  CertainClocks(const Trace& trace, Model model, bool with_unseen, ClockListener& listener);

  // To be called for every interacting event of the trace, one after the other.
  void arrive(EventId e);
  void execute(EventId e);

  const OrderClocks& clocks() const { return clocks_; }

 private:
  void settle_decisions(EventId up_to);
  void settle(ThreadId t);
  void fetch_ahead(EventId e) const;
  void see_writes(EventId e);
  void note_write(EventId e);
  Row handed_on(ThreadId t);
  void drop(Row row);
  void changed(ThreadId t, EventId e);
  void forget_if_over(ThreadId t);
  void forget_if_fixed(ThreadId t);

  const Trace& trace_;
  const bool by_decisions_;
  OrderClocks clocks_;
  ClockListener& listener_;

  // Under branch only.
  ClockRows rows_;
  std::vector<Row> if_fixed_;    // by thread: what fixing its reads would add to its clock
  std::vector<bool> unsettled_;  // by thread: it would add something
  uint32_t unsettled_count_ = 0;
  uint32_t scanned_ = 0;  // decisions before this event are settled
  // The last write of a cell, and what it hands on.
  struct Written {
    Row row = kNoRow;
    EventId write;
    ThreadId by;
  };
  std::vector<Written> written_;      // by cell
  std::vector<Row> snapshots_;        // by thread: what it hands on now, or none
  std::vector<uint32_t> references_;  // by row
};

}  // namespace foreweave
