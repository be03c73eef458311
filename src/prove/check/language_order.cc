#include "prove/check/language_order.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "events/memory_order.h"

namespace foreweave {

namespace {

// Follows the news of one event from thread to thread: who has heard of it happens after it. So one
// bit is enough for everything that could pass it on.
class News {
 public:
  News(const Trace& trace, EventId of)
      : trace_(trace),
        of_(of),
        threads_(trace.thread_count()),
        cells_(trace.cell_count()),
        objects_(trace.objects().size()) {
    for (size_t operand = 0; operand < syncs_.size(); ++operand)
      if (operand >= FW_OPERAND_lock)
        syncs_[operand].resize(trace.sync_objects(static_cast<Operand>(operand)).size());
  }

  // Whether the thread of `e` had heard of it before it does `e`, which it then does.
  bool reaches(EventId e) {
    Thread& self = threads_[trace_.thread(e).index()];
    const Kind kind = trace_.kind(e);
    hear(e, kind, self);
    const bool heard = self.knows;
    if (e == of_) self.knows = true;
    tell(e, kind, self);
    return heard;
  }

 private:
  struct Thread {
    bool knows = false;
    bool fence_knew = false;  // at its last fence that releases
    bool saw = false;         // an atomic read that did not acquire saw somebody who knew
  };
  struct Sync {
    bool knows = false;
    bool readers_know = false;  // those who hold it in shared mode
  };

  bool acquires(EventId e) const {
    return trace_.stands_for_order(trace_.location(e)) || has_acquire_order(trace_.flags(e));
  }
  bool releases(EventId e) const {
    return trace_.stands_for_order(trace_.location(e)) || has_release_order(trace_.flags(e));
  }
  template <class Visit>
  void for_each_cell(EventId e, Visit visit) {
    const Location& location = trace_.location_of(e);
    for (uint32_t k = 0; k < location.cell_count; ++k) visit(location.first_cell.value + k);
  }
  Sync& sync_of(EventId e, Operand operand) {
    return syncs_[static_cast<size_t>(operand)][trace_.sync(e).index()];
  }

  void hear(EventId e, Kind kind, Thread& self) {
    if (marks_stretch(kind)) self.knows |= placed_know_;
    if (trace_.keeps_place(e)) self.knows |= marks_know_;
    if (kind == Kind::unseen_end) self.knows |= unseen_knows_;
    const Operand operand = operand_of(kind);
    if (operand == Operand::memory) return hear_access(e, kind, self);
    if (operand >= Operand::lock && !asks_for_lock(kind)) {
      const Sync& sync = sync_of(e, operand);
      self.knows |= sync.knows || (!is_shared_mode(kind) && sync.readers_know);
    }
    if (kind == Kind::fence && has_acquire_order(trace_.flags(e))) self.knows |= self.saw;
    if (kind == Kind::join && trace_.partner(e).exists())
      self.knows |= threads_[trace_.other_thread(e).index()].knows;
  }

  void hear_access(EventId e, Kind kind, Thread& self) {
    const Location& location = trace_.location_of(e);
    if (location.object.exists()) self.knows |= objects_[location.object.index()];
    if (!is_atomic(kind) || !reads(kind)) return;
    bool seen = false;
    for_each_cell(e, [&](uint32_t cell) { seen |= cells_[cell] != 0; });
    (acquires(e) ? self.knows : self.saw) |= seen;
  }

  void tell(EventId e, Kind kind, const Thread& self) {
    if (marks_stretch(kind)) marks_know_ |= self.knows;
    if (trace_.keeps_place(e)) placed_know_ |= self.knows;
    if (may_synchronise(kind)) unseen_knows_ |= self.knows;
    const Operand operand = operand_of(kind);
    if (operand == Operand::memory && writes(kind)) return tell_by_write(e, kind, self);
    if (operand >= Operand::lock && !asks_for_lock(kind)) {
      Sync& sync = sync_of(e, operand);
      (is_shared_mode(kind) ? sync.readers_know : sync.knows) |= self.knows;
    }
    if (kind == Kind::allocate && trace_.object(e).exists())
      objects_[trace_.object(e).index()] = self.knows;
    if (kind == Kind::fork) threads_[trace_.other_thread(e).index()].knows |= self.knows;
    if (kind == Kind::fence && has_release_order(trace_.flags(e)))
      threads_[trace_.thread(e).index()].fence_knew = self.knows;
  }

  void tell_by_write(EventId e, Kind kind, const Thread& self) {
    const uint32_t self_number = trace_.thread(e).value;
    for_each_cell(e, [&](uint32_t cell) {
      char& knows = cells_[cell];
      const bool updates = reads(kind), is_plain = !is_atomic(kind);
      if (is_plain || !updates) knows = false;
      if (is_plain) return;
      if (releases(e)) {
        knows |= self.knows;
        if (self.knows) released_.insert({cell, self_number});
      } else if (!updates) {
        knows |= released_.contains({cell, self_number});
      }
      knows |= self.fence_knew;
    });
  }

  const Trace& trace_;
  const EventId of_;
  std::vector<Thread> threads_;
  std::vector<char> cells_;  // whether a read synchronises with somebody who knows
  std::set<std::pair<uint32_t, uint32_t>> released_;  // cells, by threads that knew
  std::array<std::vector<Sync>, FW_OPERAND_COUNT> syncs_;
  std::vector<char> objects_;  // whose allocation knows
  // Code that was not recorded: where it begins or ends, what keeps its place, and those of the
  // first that may synchronise.
  bool marks_know_ = false, placed_know_ = false, unseen_knows_ = false;
};

}  // namespace

bool happens_before(const Trace& trace, const Reordering& witness, EventId first, EventId second) {
  News news(trace, first);
  // Of what comes before `first` nobody hears.
  const uint32_t skipped = std::min(first.value, witness.as_recorded());
  std::vector<uint32_t> end(trace.thread_count(), skipped);  // events below it are done
  bool reached = true;                                       // it does not come
  const auto follow = [&](const Segment& segment) {
    const ThreadEvents events = trace.events_of(segment.thread);
    uint32_t& from = end[segment.thread.index()];
    for (auto i = events.at(events.index_from(EventId(from))); i.index() < segment.until; ++i) {
      from = (*i).value + 1;
      reached = news.reaches(*i);
      if (*i == second) return false;
    }
    reached = true;
    return true;
  };
  witness.for_each_segment(trace, follow, skipped);
  return reached;
}

}  // namespace foreweave
