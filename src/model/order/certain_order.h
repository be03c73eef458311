// What must have happened before an event, in every reordering under a model in which that event
// happens or is pending: patterns leave out what this forbids. A pass over the trace, in its order.
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

class CertainOrder {
 public:
  // Clocks of the past are known for the last `remembered` changes of each thread's clock.
  // Unless `with_unseen`, as if code that was not recorded ordered nothing.
  CertainOrder(const Trace& trace, Model model, bool with_unseen, uint32_t remembered = 0);

  // To be called for every interacting event of the trace, one after the other: `arrive`, after
  // which clock() says what must have happened when e is pending (its memory being allocated); then
  // `execute`, after which it says so for e having happened.
  void arrive(EventId e);
  void execute(EventId e);

  // By slot: its events with numbers below this must have happened.
  const uint32_t* clock(ThreadId t) const { return clocks_.clock(t); }
  const ThreadSlots& slots() const { return clocks_.slots(); }
  bool must_have_happened(EventId f, ThreadId when_at) const {
    return f.value < clock(when_at)[slots().of(trace_.thread(f)).index()];
  }
  // The clock of t when its events up to number e had happened, if that is remembered; otherwise
  // null.
  const uint32_t* clock_at(ThreadId t, EventId e) const;
  // Must f have happened when t, another thread, has executed its events up to number e? False if
  // that is not remembered.
  bool comes_first(EventId f, EventId e, ThreadId t) const {
    const uint32_t* at = clock_at(t, e);
    return at != nullptr && f.value < at[slots().of(trace_.thread(f)).index()];
  }

 private:
  // A thread's clock from event `since` on.
  struct Remembered {
    EventId since;
    Row row;
  };

  void settle_decisions(EventId up_to);
  void settle(ThreadId t);
  void fetch_ahead(EventId e) const;
  void see_writes(EventId e);
  void note_write(EventId e);
  Row handed_on(ThreadId t);
  void drop(Row row);
  void changed(ThreadId t, EventId e);
  void forget(ThreadId t);
  void forget_if_fixed(ThreadId t);

  const Trace& trace_;
  const bool by_decisions_;
  OrderClocks clocks_;

  // Under branch only.
  ClockRows rows_;
  std::vector<Row> if_fixed_;    // by thread: what fixing its reads would add to its clock
  std::vector<bool> unsettled_;  // by thread: it would add something
  uint32_t unsettled_count_ = 0;
  uint32_t scanned_ = 0;              // decisions before this event are settled
  // The last write of a cell, and what it hands on.
  struct Written {
    Row row = kNoRow;
    EventId write;
    ThreadId by;
  };
  std::vector<Written> written_;      // by cell
  std::vector<Row> snapshots_;        // by thread: what it hands on now, or none
  std::vector<uint32_t> references_;  // by row

  uint32_t remembered_ = 0;
  ClockRows past_;
  std::vector<std::vector<Remembered>> memory_;  // by thread, a ring
  std::vector<uint32_t> next_;                   // by thread: where the ring goes on
};

}  // namespace foreweave
