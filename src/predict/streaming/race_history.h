// The accesses to each contended cell that a later access may race with, kept as in FastTrack: the
// last write and the last read. A cell
// with unordered accesses keeps the last read and write of every slot (thread_slots.h) from then
// on, so that further pairs of sites come to light; race-free cells stay small.
//
// `Ordered` says whether an earlier event is ordered before the current one:
// bool ordered(EventId earlier, SlotId of).
#pragma once

#include <cstdint>
#include <vector>

#include "base/prefetch.h"
#include "events/trace.h"
#include "model/order/thread_slots.h"

namespace foreweave {

class RaceHistory {
 public:
  RaceHistory(const Trace& trace, const ThreadSlots& slots)
      : trace_(trace), slots_(slots), cells_(trace.cell_count()) {}

  // Cells lie all over memory, and the trace tells which ones come next: to be called for each
  // event before it is looked at.
  void fetch_ahead(EventId e) const {
    constexpr uint32_t kAhead = 24, kThere = 12;  // events
    if (const Cell* cell = cell_of(e.index() + kAhead)) prefetch(cell);
    const Cell* const cell = cell_of(e.index() + kThere);
    if (cell && cell->crowd != UINT32_MAX) prefetch(&crowds_[cell->crowd]);
  }

  // Calls report(earlier) for each kept access that access e races with, then keeps e.
  template <class Ordered, class Report>
  void access(EventId e, Ordered ordered, Report report) {
    const Location& location = trace_.location_of(e);
    for (uint32_t k = 0; k < location.cell_count; ++k)
      access_cell(e, cells_[location.first_cell.index() + k], ordered, report);
  }

 private:
  struct Past {
    EventId event;
    SlotId slot;
    bool atomic = false;
  };
  // The last accesses of each slot; plain and atomic apart, since two atomics never race.
  struct Crowd {
    std::vector<Past> reads, writes;
  };
  static constexpr uint32_t kSlotBits = UINT32_MAX >> 1;
  struct Cell {
    EventId write, read;
    uint32_t write_slot : 31 = 0, write_atomic : 1 = 0;
    uint32_t read_slot : 31 = 0, read_atomic : 1 = 0;
    uint32_t crowd = UINT32_MAX;  // in crowds_; then `write` and `read` are unused
  };

  // The first one of an access; null if there is no such event, or it is none.
  const Cell* cell_of(size_t event) const {
    if (event >= trace_.size()) return nullptr;
    const EventId e(static_cast<uint32_t>(event));
    return is_access(trace_.kind(e)) ? &cells_[trace_.location_of(e).first_cell.index()] : nullptr;
  }

  template <class Ordered, class Report>
  void access_cell(EventId e, Cell& cell, Ordered ordered, Report report) {
    const SlotId t = slots_.of(trace_.thread(e));
    const Kind kind = trace_.kind(e);
    const bool atomic = is_atomic(kind), writing = writes(kind);
    if (cell.crowd != UINT32_MAX)
      return access_crowd(e, t, atomic, writing, crowds_[cell.crowd], ordered, report);

    const SlotId writer(cell.write_slot), reader(cell.read_slot);
    const bool write_unordered = cell.write.exists() && writer != t && !ordered(cell.write, writer);
    const bool read_unordered = cell.read.exists() && reader != t && !ordered(cell.read, reader);
    if (write_unordered && !(atomic && cell.write_atomic)) report(cell.write);
    if (writing && read_unordered && !(atomic && cell.read_atomic)) report(cell.read);
    // One entry is enough as long as each access is ordered after the last. A plain access beside
    // an atomic one needs its own entry in any case: the one must not hide the other.
    const bool mixed = (cell.write.exists() && cell.write_atomic != atomic) ||
                       (cell.read.exists() && cell.read_atomic != atomic);
    if (write_unordered || read_unordered || mixed) {
      cell.crowd = static_cast<uint32_t>(crowds_.size());
      Crowd& crowd = crowds_.emplace_back();
      if (cell.write.exists()) crowd.writes.push_back({cell.write, writer, cell.write_atomic != 0});
      if (cell.read.exists()) crowd.reads.push_back({cell.read, reader, cell.read_atomic != 0});
      keep(writing ? crowd.writes : crowd.reads, {e, t, atomic});
      return;
    }
    if (writing) {
      cell.write = e;
      cell.write_slot = t.value & kSlotBits;
      cell.write_atomic = atomic;
      cell.read = EventId::none();  // ordered before e
    } else {
      cell.read = e;
      cell.read_slot = t.value & kSlotBits;
      cell.read_atomic = atomic;
    }
  }

  template <class Ordered, class Report>
  void access_crowd(EventId e, SlotId t, bool atomic, bool writing, Crowd& crowd, Ordered ordered,
                    Report report) {
    auto check = [&](const std::vector<Past>& pasts) {
      for (const Past& past : pasts)
        if (past.slot != t && !(past.atomic && atomic) && !ordered(past.event, past.slot))
          report(past.event);
    };
    check(crowd.writes);
    if (writing) check(crowd.reads);
    keep(writing ? crowd.writes : crowd.reads, {e, t, atomic});
  }

  static void keep(std::vector<Past>& pasts, Past past) {
    for (Past& old : pasts)
      if (old.slot == past.slot && old.atomic == past.atomic) {
        old = past;
        return;
      }
    pasts.push_back(past);
  }

  const Trace& trace_;
  const ThreadSlots& slots_;
  std::vector<Cell> cells_;
  std::vector<Crowd> crowds_;
};

}  // namespace foreweave
