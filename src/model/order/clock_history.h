// All clocks of a pass of CertainClocks, written down as what changed when: whoever goes through
// the trace after the first one reads them, instead of working them out again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/column.h"
#include "events/trace.h"
#include "model/order/clock_rows.h"
#include "model/order/thread_slots.h"

namespace foreweave {

// The clocks at some point of the trace, by thread.
class ThreadClocks {
 public:
  ThreadClocks(size_t threads, uint32_t width)
      : rows_(width), nothing_(rows_.make()), thread_rows_(threads, nothing_) {}

  const uint32_t* of(ThreadId t) const { return rows_.at(thread_rows_[t.index()]); }
  uint32_t* to_change(ThreadId t) {
    Row& row = thread_rows_[t.index()];
    if (row == nothing_) row = rows_.make();
    return rows_.at(row);
  }
  void end(ThreadId t) {
    Row& row = thread_rows_[t.index()];
    if (row != nothing_) rows_.release(row);
    row = nothing_;
  }
  uint32_t width() const { return rows_.width(); }

 private:
  ClockRows rows_;
  const Row nothing_;  // zeros
  std::vector<Row> thread_rows_;
};

class ClockHistory {
 public:
  class Recorder;
  class Player;
  explicit ClockHistory(const ThreadSlots& slots) : slots_(slots) {}

  const ThreadSlots& slots() const { return slots_; }

 private:
  // When `at` arrived, or was executed.
  struct Change {
    uint32_t at;
    uint32_t since;
    uint32_t thread_and_flags;  // the thread's number, twice shifted; was it executed; is the
                                // thread over
    uint32_t grown_end;         // in grown_, where what grew ends

    uint64_t when() const { return uint64_t{at} << 1 | (thread_and_flags >> 1 & 1); }
    ThreadId thread() const { return ThreadId(thread_and_flags >> 2); }
    bool ends() const { return thread_and_flags & 1; }
  };
  struct Grown {
    uint32_t slot, value;
  };

  ThreadSlots slots_;
  Column<Change> changes_;
  Column<Grown> grown_;
};

class ClockHistory::Recorder {
 public:
  Recorder(const Trace& trace, const ThreadSlots& slots)
      : history_(slots), clocks_(trace.thread_count(), slots.count()), limit_(most_bytes(trace)) {}

  void changed(EventId at, bool executing, ThreadId t, EventId since, const uint32_t* clock);
  void is_over(EventId at, bool executing, ThreadId t);
  // Reading more than this takes as long as working it out.
  bool is_too_long() const {
    return history_.changes_.size() * sizeof(Change) + history_.grown_.size() * sizeof(Grown) >
           limit_;
  }
  ClockHistory take() &&;

 private:
  void note(EventId at, bool executing, ThreadId t, EventId since, bool ends);
  static size_t most_bytes(const Trace& trace) { return 4 * trace.size() + (size_t{1} << 20); }

  ClockHistory history_;
  ThreadClocks clocks_;
  const size_t limit_;
};

class ClockHistory::Player {
 public:
  Player(const Trace& trace, const ClockHistory& history)
      : history_(history), clocks_(trace.thread_count(), history.slots().count()) {
    look_ahead();
  }

  const uint32_t* clock(ThreadId t) const { return clocks_.of(t); }
  // Brings the clocks to where the event has arrived, or was executed. The listener is told as the
  // recorder was.
  template <class Listener>
  void play(EventId at, bool executing, Listener& listener) {
    const uint64_t now = uint64_t{at.value} << 1 | uint64_t{executing};
    while (next_when_ <= now) play_next(listener);
  }

 private:
  template <class Listener>
  void play_next(Listener& listener) {
    const Change& change = history_.changes_[next_++];
    const ThreadId t = change.thread();
    if (change.ends()) {
      clocks_.end(t);
      listener.is_over(t);
    } else {
      uint32_t* const clock = clocks_.to_change(t);
      for (; grown_ < change.grown_end; ++grown_)
        clock[history_.grown_[grown_].slot] = history_.grown_[grown_].value;
      listener.changed(t, EventId(change.since));
    }
    look_ahead();
  }
  void look_ahead() {
    next_when_ = next_ < history_.changes_.size() ? history_.changes_[next_].when() : UINT64_MAX;
  }

  const ClockHistory& history_;
  ThreadClocks clocks_;
  size_t next_ = 0, grown_ = 0;
  uint64_t next_when_ = 0;
};

}  // namespace foreweave
