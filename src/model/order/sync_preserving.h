// Sync-preserving ideals (Mathur, Pavlogiannis, Viswanathan, POPL 2021): the least set of events
// that must be executed before two given accesses can both be next, if sections of a lock keep the
// order they have in the trace. If neither access is in the set, its events in trace order are a
// witness.
//
// Beyond the paper, a section that stays open because an access of the pair lies inside it may be
// moved behind the other sections of its lock (docs/decisions/0005-*): that order is a proposal
// only, `reversed` is set, and prove/check has to decide.
//
// One pass over the trace builds what the questions need; a question costs about the number of
// sections that have to be closed, times the threads, however many the set takes in. Keeps a
// reference to the trace. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/column.h"
#include "events/reordering.h"
#include "events/trace.h"
#include "model/order/thread_slots.h"

namespace foreweave {

struct RaceIdeal {
  std::vector<uint32_t> bound;  // by slot: the set holds its events with a number below this
  std::vector<uint32_t> late;   // if reversed, by slot: its events from here on come last
  bool reversed = false;

  Reordering witness(const Trace& trace, const ThreadSlots& slots) const;
};

class SyncPreserving {
 public:
  explicit SyncPreserving(const Trace& trace);

  const ThreadSlots& slots() const { return slots_; }

  // For accesses of two threads. None if no such set leaves both out. The least set that has all
  // events with numbers below `as_recorded`, which neither of the two is.
  std::optional<RaceIdeal> race_ideal(EventId a, EventId b, uint32_t as_recorded = 0) const;

  // Is the earlier event before `e` in every reordering in which each read sees the same write?
  bool must_precede(EventId earlier, EventId e) const;

 private:
  // What must come before a slot's events, from `event` on up to the next entry.
  struct History {
    Column<uint32_t> events;  // increasing
    Column<uint32_t> clocks;  // a component for each slot
  };
  struct Acquires {
    SlotId slot;
    std::vector<EventId> events;
    std::vector<EventId> exclusive;  // of these, if some are not
    bool some_share = false;

    void add(EventId e, bool shares) {
      if (shares && !some_share) exclusive = events;
      some_share |= shares;
      events.push_back(e);
      if (some_share && !shares) exclusive.push_back(e);
    }
  };
  // The number of a slot among the users of a lock. A table where that takes little memory.
  class UserNumbers;
  // An acquire, and the last one before it whose section was open then: outwards from an acquire
  // lie all sections that are open there.
  static constexpr uint32_t kNoAcquire = UINT32_MAX;
  struct Nested {
    EventId event;
    uint32_t outer;  // among the slot's acquires
  };
  class Closure;

  const uint32_t* clock_at(SlotId s, uint32_t event) const;  // null: nothing
  void push_back_late(RaceIdeal& ideal, const std::vector<EventId>& reversed) const;
  bool push_back_sections(RaceIdeal& ideal, const std::vector<EventId>& reversed) const;

  const Trace& trace_;
  const ThreadSlots slots_;
  std::vector<History> histories_;              // by slot
  std::vector<std::vector<Nested>> acquires_;   // by slot, all locks
  std::vector<std::vector<Acquires>> by_lock_;  // by lock, by slot that ever takes it
};

}  // namespace foreweave
