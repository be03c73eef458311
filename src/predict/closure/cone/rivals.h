// Who else writes a cell or takes a lock in a window, and where: what the rules of closing.h ask
// again and again, looked up once. A read of a cell that nobody else writes in the window, and a
// section of a lock that nobody else takes, need no rule at all; most are of that kind.
//
// Kept as long as the window is the same, so that claims of one window share it. One thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "events/trace.h"
#include "predict/closure/cone/conflict_index.h"
#include "predict/closure/cone/window.h"

namespace foreweave {

// The events of one thread in the window that write the cell, or acquire the lock.
class Rival {
 public:
  Rival(ThreadId t, std::span<const uint64_t> events, EventId held)
      : thread(t), held_at_start(held), events_(events) {}

  ThreadId thread;
  EventId held_at_start;  // the acquire of a section in which the window begins, or none

  bool empty() const { return events_.empty(); }
  // The last with a number below `end`, the first with one from `begin` on, or none.
  EventId last_before(uint32_t end) const {
    const auto at = from(end);
    return at == events_.begin() ? EventId::none() : GroupedEvents::event_of(at[-1]);
  }
  EventId first_from(uint32_t begin) const {
    const auto at = from(begin);
    return at == events_.end() ? EventId::none() : GroupedEvents::event_of(*at);
  }
  bool has_another_than(EventId a, EventId b) const {
    return std::any_of(events_.begin(),
                       events_.begin() + std::min<ptrdiff_t>(std::ssize(events_), 3),
                       [&](uint64_t entry) {
                         const EventId e = GroupedEvents::event_of(entry);
                         return e != a && e != b;
                       });
  }

 private:
  std::span<const uint64_t>::iterator from(uint32_t number) const {
    return std::lower_bound(events_.begin(), events_.end(), number, [](uint64_t entry, uint32_t n) {
      return GroupedEvents::event_of(entry).value < n;
    });
  }

  std::span<const uint64_t> events_;
};

class Rivals {
 public:
  Rivals(const Trace& trace, const ConflictIndex& index) : trace_(trace), index_(index) {}

  // Refers to the window. To be called whenever that has become another one.
  void reset(const Window& window);

  // Until the next reset. Number of a list for list().
  uint32_t writers(CellId cell);
  uint32_t sections_against(LockId lock, bool shared);
  std::span<const Rival> list(uint32_t number) const {
    return {rivals_.data() + lists_[number].begin, lists_[number].count};
  }

 private:
  struct List {
    uint32_t begin, count;
  };

  uint32_t list_of(std::unordered_map<uint32_t, uint32_t>& numbers, const GroupedEvents& events,
                   uint32_t owner, bool sections);

  const Trace& trace_;
  const ConflictIndex& index_;
  const Window* window_ = nullptr;
  std::vector<Rival> rivals_;
  std::vector<List> lists_;
  std::unordered_map<uint32_t, uint32_t> writers_, against_exclusive_, against_shared_;
};

}  // namespace foreweave
