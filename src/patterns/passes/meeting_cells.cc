// As FastTrack finds the first race of a variable (Flanagan, Freund, PLDI 2009), with what is
// certain in the place of happens-before: as long as no two conflicting accesses of a cell are
// unordered, the last write and the reads since then stand for all before them. Beyond that the
// cell is of no interest here.
#include "patterns/passes/meeting_cells.h"

#include <algorithm>
#include <vector>

#include "base/column.h"
#include "base/prefetch.h"
#include "model/order/certain_order.h"

namespace foreweave {

namespace {

constexpr size_t kMany = 1 << 17;  // cells
constexpr uint32_t kNone = UINT32_MAX;

class Meetings {
 public:
  Meetings(const Trace& trace, Model model, bool with_unseen, uint32_t distance,
           CertainOrders* orders)
      : trace_(trace),
        distance_(distance),
        order_(trace, model, with_unseen, 0, orders),
        cells_(trace.cell_count()),
        found_{BitSet(trace.cell_count()), BitSet(trace.cell_count())} {}

  MeetingCells find() {
    for (const EventId e : trace_.interacting()) {
      fetch_ahead(e);
      order_.arrive(e);
      if (is_access(trace_.kind(e)) && trace_.is_contended(trace_.location(e))) access(e);
      order_.execute(e);
    }
    return std::move(found_);
  }

 private:
  struct Past {
    uint32_t end = 0;  // behind the event; 0: there is none
    SlotId slot;
  };
  struct Cell {
    Past write, read;  // the last ones
    uint32_t reads =
        kNone;  // in shared_: those of each slot, if the last one does not stand for all
    Past last;  // access
  };

  void access(EventId e) {
    const ThreadId t = trace_.thread(e);
    const SlotId mine = order_.slots().of(t);
    const uint32_t* const clock = order_.clock(t);
    const bool writing = writes(trace_.kind(e));
    const Location& location = trace_.location_of(e);
    for (uint32_t k = 0; k < location.cell_count; ++k) {
      const size_t number = location.first_cell.index() + k;
      Cell& cell = cells_[number];
      if (!found_.swift.contains(number)) take_over(e, t, mine, number, cell);
      if (found_.unordered.contains(number)) continue;
      const auto is_ordered = [&](const Past& past) {
        return past.end == 0 || past.slot == mine || past.end <= clock[past.slot.index()];
      };
      if (!is_ordered(cell.write) ||
          (writing && !are_reads_ordered(cell, clock, mine, is_ordered))) {
        found_.unordered.add(number);
        continue;
      }
      const Past now{e.value + 1, mine};
      if (writing) {
        if (cell.reads != kNone) unused_.push_back(std::exchange(cell.reads, kNone));
        cell.write = now;
        cell.read = {};  // ordered before it
      } else {
        note_read(cell, now, is_ordered(cell.read));
      }
    }
  }

  template <class IsOrdered>
  bool are_reads_ordered(const Cell& cell, const uint32_t* clock, SlotId mine,
                         IsOrdered is_ordered) const {
    if (cell.reads == kNone) return is_ordered(cell.read);
    const uint32_t* const ends = shared_.data() + size_t{cell.reads} * width();
    for (uint32_t u = 0; u < width(); ++u)
      if (ends[u] > clock[u] && u != mine.value) return false;
    return true;
  }

  void note_read(Cell& cell, Past now, bool stands_for_all) {
    if (cell.reads == kNone && stands_for_all) {
      cell.read = now;
      return;
    }
    if (cell.reads == kNone) {
      cell.reads = make_shared();
      shared_[size_t{cell.reads} * width() + cell.read.slot.index()] = cell.read.end;
    }
    shared_[size_t{cell.reads} * width() + now.slot.index()] = now.end;
  }

  uint32_t make_shared() {
    if (unused_.empty()) {
      const auto fresh = static_cast<uint32_t>(shared_.size() / width());
      std::fill_n(shared_.append(width()), width(), 0);
      return fresh;
    }
    const uint32_t old = unused_.back();
    unused_.pop_back();
    std::fill_n(shared_.data() + size_t{old} * width(), width(), 0);
    return old;
  }

  void take_over(EventId e, ThreadId t, SlotId mine, size_t number, Cell& cell) {
    if (cell.last.end != 0 && cell.last.slot != mine &&
        own_events_between(t, cell.last.end, e) <= distance_)
      found_.swift.add(number);
    cell.last = {e.value + 1, mine};
  }

  // 0 stands for a few.
  uint32_t own_events_between(ThreadId t, uint32_t from, EventId e) {
    if (e.value - from <= distance_) return 0;
    const ThreadEvents own = trace_.events_of(t);
    return own.index_from(e) - own.index_from(EventId(from));
  }

  void fetch_ahead(EventId e) const {
    const size_t ahead = e.index() + 24;
    if (ahead >= trace_.size()) return;
    const EventId next(static_cast<uint32_t>(ahead));
    if (is_access(trace_.kind(next)))
      prefetch(&cells_[trace_.location_of(next).first_cell.index()]);
  }
  uint32_t width() const { return order_.slots().count(); }

  const Trace& trace_;
  const uint32_t distance_;
  CertainOrder order_;
  std::vector<Cell> cells_;
  Column<uint32_t> shared_;  // ends, `width` for each cell whose reads are unordered
  std::vector<uint32_t> unused_;
  MeetingCells found_;
};

}  // namespace

MeetingCells find_meeting_cells(const Trace& trace, Model model, bool with_unseen,
                                uint32_t distance, CertainOrders* orders) {
  return Meetings(trace, model, with_unseen, distance, orders).find();
}

MeetingCells meetings_but_for_unseen(const Trace& trace, const MeetingCells& without_unseen,
                                     const MeetingCells& with_unseen) {
  BitSet written(trace.cell_count());
  for (uint32_t l = 0; l < trace.locations().size(); ++l) {
    const Location& location = trace.location_info(LocationId(l));
    if (trace.is_written_unseen(LocationId(l)) || trace.is_written_unseen(location.object))
      for (uint32_t k = 0; k < location.cell_count; ++k)
        written.add(location.first_cell.index() + k);
  }
  MeetingCells only{BitSet(trace.cell_count()), BitSet(trace.cell_count())};
  const BitSet& all = without_unseen.unordered;
  for (size_t c = all.next(0); c < all.size(); c = all.next(c + 1))
    if (!with_unseen.unordered.contains(c) || written.contains(c)) only.unordered.add(c);
  return only;
}

bool are_meetings_worth_finding(const Trace& trace) {
  size_t cells = 0;
  for (uint32_t l = 0; l < trace.locations().size() && cells < kMany; ++l)
    if (trace.is_contended(LocationId(l))) cells += trace.location_info(LocationId(l)).cell_count;
  return cells >= kMany;
}

}  // namespace foreweave
