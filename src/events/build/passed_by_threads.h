// Finds the locations that threads hand to each other by being created and joined, and by nothing
// else: what a thread prepares before it creates others, what these compute, and what it reads when
// it has joined them. All accesses that conflict there, and those and the allocation and the free
// of their object, have one order in every reordering (docs/reorderings.md, rule 2). So nobody can
// race on such a location, its reads always see what they saw, and no analysis needs to look at it
// (docs/decisions/0004-which-locations-are-dropped.md).
#pragma once

#include <cstdint>
#include <vector>

#include "events/trace.h"

namespace foreweave {

// What a thread knows of others by creating them, being created, and joining them. Misses the rare
// case of a thread that is joined by another one than it was created by, and tells of both: "no" is
// then no mistake, only less than is true.
class ThreadLineage {
 public:
  explicit ThreadLineage(size_t threads);

  // In the order of the trace.
  void note_fork(ThreadId parent, ThreadId child, EventId at);
  void note_join(ThreadId by, ThreadId of, EventId at);

  // The event of `before` comes before what `now` does next, in every reordering.
  bool knows(ThreadId now, ThreadId before, EventId event) {
    return now == before || event.value < known_before(now, before);
  }

 private:
  static constexpr uint32_t kAll = UINT32_MAX;
  struct Of {
    ThreadId parent = ThreadId::none(), joined_by = ThreadId::none();
    EventId forked_at, joined_at;
    // What was found last; it holds until the thread joins another one.
    ThreadId asked = ThreadId::none();
    uint32_t answer = 0;
  };

  uint32_t known_before(ThreadId now, ThreadId other);
  // All events of `other` with smaller numbers.
  uint32_t find_known(ThreadId now, ThreadId other, uint32_t depth) const;

  std::vector<Of> threads_;
};

class PassedByThreads {
 public:
  // `trace` is whole but for this.
  explicit PassedByThreads(Trace& trace);

  // Takes them, and what accesses them, out of what may matter to other threads.
  void drop();

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  // In place of a thread.
  static constexpr uint32_t kNobody = UINT32_MAX, kMany = UINT32_MAX - 1, kFreed = UINT32_MAX - 2;
  struct State {
    uint32_t write = kNone;           // the last one, or the allocation
    uint32_t read = kNone;            // the last since, or an index of many_
    uint32_t next_of_object = kNone;  // another cell
    uint32_t writer = kNobody, reader = kNobody;
  };
  struct Reader {
    uint32_t thread;
    uint32_t event;
  };

  void find_candidates();
  void keep(uint32_t cell) {
    open_ -= kept_[cell] == 0;
    kept_[cell] = 1;
  }
  void step(EventId e);
  void access(EventId e, ObjectId object, uint32_t cell);
  void begin(EventId first, ObjectId object, uint32_t cell);
  void end(EventId free, ObjectId object);
  bool knows_write(ThreadId t, const State& state);
  bool knows_reads(ThreadId t, const State& state);
  void note_read(ThreadId t, EventId e, State& state);
  void forget_reads(State& state);
  void keep_groups();
  void take_out();

  Trace& trace_;
  ThreadLineage lineage_;
  std::vector<State> states_;       // by cell
  std::vector<uint8_t> kept_;       // the same: it matters to other threads
  size_t open_ = 0;                 // cells that are not kept so far
  std::vector<uint8_t> with_next_;  // the same: some access touches it and the next cell
  std::vector<uint32_t> first_of_object_;
  std::vector<std::vector<Reader>> many_;
  std::vector<uint32_t> unused_;  // of many_
};

}  // namespace foreweave
