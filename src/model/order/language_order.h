// Happens-before as C11 and C++20 have it, as a streaming pass over the recorded order
// (docs/reorderings.md, "Happens-before of the language"). Other than the orders that engines
// reason with, it knows that an atomic access orders no more than its memory order says.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "events/trace.h"
#include "model/order/clock_rows.h"
#include "model/order/thread_slots.h"

namespace foreweave {

class LanguageOrder {
 public:
  explicit LanguageOrder(const Trace& trace);

  // Goes on to event e, which must be the next one of trace.interacting().
  void step(EventId e);

  // Whether the earlier event e, of another thread than t, happens before t's current event.
  bool covers(ThreadId t, EventId e, ThreadId of) const {
    return e.value < rows_.at(threads_[t.index()])[slots_.of(of).index()];
  }

 private:
  struct Lock {
    Row exclusive = kNoRow, shared = kNoRow;
  };
  struct Fences {
    Row released = kNoRow;  // what the last release fence covers
    Row seen = kNoRow;      // what atomic reads saw since, for the next acquire fence
  };

  void take_from_unseen(EventId e, Kind kind);
  void step_seen(EventId e, Kind kind);
  void give_to_unseen(EventId e, Kind kind);
  void step_access(EventId e);
  void read_atomically(ThreadId t, Row heads, bool acquires);
  void write_atomically(EventId e, size_t cell, bool updates, bool releases);
  void step_fence(EventId e);
  void step_thread(EventId e);
  void step_object(EventId e);
  void pass_through(Row& slot, EventId e);
  void take(ThreadId t, Row from);
  void give(Row& to, EventId e);
  void forget(Row& row);

  void follow(ThreadId t, ThreadId over);

  const Trace& trace_;
  const ThreadSlots slots_;
  ClockRows rows_;
  std::vector<Row> threads_;
  std::vector<Fences> fences_;  // by thread
  std::vector<Row> heads_;      // by cell: of the release sequences that its last write is in
  std::unordered_map<uint64_t, Row> released_;  // by cell and thread: by its last write that did
  std::vector<Lock> locks_;
  std::vector<Row> syncs_[FW_OPERAND_COUNT];
  std::vector<Row> allocations_;  // by object
  std::vector<Row> births_;       // by thread that has been forked and not yet begun
  // Of code that was not recorded: where it begins and ends, where that may synchronise, and what
  // keeps its place.
  Row marks_ = kNoRow, synchronising_ = kNoRow, placed_ = kNoRow;
};

// Whether some atomic access has so weak a memory order that this is another order than
// happens-before with atomics that order everything.
bool has_weak_atomics(const Trace& trace);

}  // namespace foreweave
