// The clocks of a streaming pass: what must come before each thread's next event because of
// threads, conditions, barriers, semaphores, once, allocations and, as chosen, reads. Which edges
// there are beyond these (lock orders, above all) is what distinguishes the engines; they add them
// by joining rows.
//
// A thread's row may have several planes of a component for each slot (thread_slots.h), for engines
// that carry several relations along the same edges (WCP: happens-before, WCP and must-order).
// Planes listed as `own` learn of the thread's own events, the last of them along the edges here
// only; every edge here joins all planes.
//
// Why the edges are right for a witness in trace order: see docs/engines/streaming.md.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <unordered_map>
#include <vector>

#include "events/trace.h"
#include "model/order/clock_rows.h"
#include "model/order/thread_slots.h"

namespace foreweave {

struct EdgeChoice {
  bool plain_reads = false;  // the write a plain read saw comes before it
  bool atomic_reads = true;  // the atomic write an atomic read saw comes before it
  bool semaphores = true;    // all posts so far come before a wait
  bool failed_tries = true;  // the holder's acquire comes before a failed try
  bool unseen = true;        // what code that was not recorded may order
};

class OrderClocks {
 public:
  OrderClocks(const Trace& trace, EdgeChoice edges, uint32_t planes = 1,
              std::initializer_list<uint32_t> own_planes = {0});

  const ThreadSlots& slots() const { return slots_; }
  uint32_t width() const { return slots_.count(); }  // of a plane
  ClockRows& rows() { return rows_; }
  // The thread's row; events of its own are not in it (they are below its current event anyway).
  // Of one that has not been forked or was joined it is all zeros.
  Row row(ThreadId t) const { return thread_rows_[t.index()]; }
  const uint32_t* clock(ThreadId t) const { return rows_.at(row(t)); }
  bool has_clock(ThreadId t) const { return row(t) != nothing_; }  // otherwise it is zeros

  // Is the earlier event e (of another thread than t) ordered before t's current event?
  bool covers(ThreadId t, EventId e, ThreadId of) const {
    return e.value < clock(t)[slots_.of(of).index()];
  }

  // Joins into the row of `t` and remembers that it changed.
  bool join(ThreadId t, Row from);
  bool join_clock(ThreadId t, const uint32_t* from);
  // To be called by who changed the row of `t` behind our back.
  void row_changed(ThreadId t);
  // `t`'s row with its own components covering event e: what later events inherit from e. The
  // caller owns the row.
  Row published(ThreadId t, EventId e);
  void publish_into(Row to, ThreadId t, EventId e);  // joins
  // A bound on t's events along whose edges others learned of t so far.
  uint32_t told(ThreadId t) const { return told_[t.index()]; }

  // Any event that is no access. Lock events matter only for failed tries.
  // True if the thread's clock changed.
  bool step_sync(EventId e);
  // Before an access is looked at: its object's allocation.
  bool step_allocation(EventId e);
  // After that: the write it saw, and what later readers inherit from it.
  bool step_access(EventId e);

 private:
  struct LastWrite {
    Row row = kNoRow;
    bool atomic = false;
  };
  struct Holder {
    ThreadId thread;
    bool shared;
    Row row;
  };
  struct Semaphore {
    Row init = kNoRow, posts = kNoRow, all = kNoRow;
  };

  void fetch_ahead(EventId e) const;
  bool arrive_unseen(EventId e, Kind kind);
  void publish_unseen(EventId e, Kind kind);
  bool step_seen_sync(EventId e, Kind kind);
  bool is_ordered_by_reads(EventId access) const;
  bool step_thread(EventId e, Kind kind);
  bool step_condition(EventId e, Kind kind);
  bool step_barrier(EventId e, Kind kind);
  bool step_semaphore(EventId e, Kind kind);
  bool step_once(EventId e, Kind kind);
  bool step_lock(EventId e, Kind kind);
  bool see_write(EventId e, CellId cell, EventId write, bool atomic);
  void note_write(EventId e, CellId cell, bool atomic);
  void begin(ThreadId t);
  void end(ThreadId t);
  void follow(ThreadId t, ThreadId over);
  void note_told(ThreadId t, EventId e) { told_[t.index()] = e.value + 1; }
  Row shared_snapshot(ThreadId t);
  void drop_snapshot(Row row);
  bool join_kept(ThreadId t, Row from) { return from != kNoRow && join(t, from); }
  void keep(Row& slot, ThreadId t, EventId e);

  const Trace& trace_;
  EdgeChoice edges_;
  ThreadSlots slots_;
  std::vector<uint32_t> own_offsets_;
  uint32_t must_offset_ = 0;  // the last own plane: what it covers, all planes have joined
  ClockRows rows_;
  std::vector<bool> joined_;  // by thread: somebody joins it; empty if nobody asks
  const Row nothing_;         // a row of zeros
  std::vector<Row> thread_rows_;
  std::vector<uint32_t> told_;          // by thread
  std::vector<Row> snapshots_;          // by thread: a copy of its row as it is now, or none
  std::vector<uint32_t> references_;    // by row, for snapshots
  std::vector<LastWrite> last_writes_;  // by cell
  std::unordered_map<uint32_t, Row> signals_;
  std::unordered_map<uint32_t, Row> rounds_;
  std::unordered_map<uint32_t, Row> allocations_;
  std::vector<ObjectId> last_object_;  // by thread: whose allocation was looked at last
  std::vector<Semaphore> semaphores_;
  std::vector<Row> onces_;
  struct Unseen {
    Row marks = kNoRow, synchronising = kNoRow, placed = kNoRow;
  };
  Unseen unseen_;
  std::vector<std::vector<Holder>> holders_;  // by lock, only if the trace has failed tries
  std::vector<uint32_t> scratch_;
};

}  // namespace foreweave
