// Where a trace's writes and critical sections are, by cell or lock and thread: what the closure of
// any claim looks up. Made once for a trace; any number of threads may read it.
//
// Only events that interact are in it (Trace::interacting), so it is small beside the trace.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "base/column.h"
#include "events/trace.h"

namespace foreweave {

// Events grouped by an owner (a cell, a lock, a semaphore), within an owner by thread and then in
// the trace's order.
class GroupedEvents {
 public:
  // An event as it is kept: its thread in the upper half.
  static uint64_t entry(ThreadId t, uint32_t event) { return uint64_t{t.value} << 32 | event; }
  static EventId event_of(uint64_t entry) { return EventId(static_cast<uint32_t>(entry)); }
  static ThreadId thread_of(uint64_t entry) { return ThreadId(static_cast<uint32_t>(entry >> 32)); }

  std::span<const uint64_t> of(size_t owner) const {
    return {entries_.data() + begins_[owner], entries_.data() + begins_[owner + 1]};
  }
  // The owner's last event of `t` with a number below `end`, or none.
  EventId last_before(size_t owner, ThreadId t, uint32_t end) const {
    const std::span<const uint64_t> all = of(owner);
    const auto after = std::lower_bound(all.begin(), all.end(), entry(t, end));
    if (after == all.begin() || thread_of(after[-1]) != t) return EventId::none();
    return event_of(after[-1]);
  }
  // The owner's first event of `t` with a number of at least `begin`, or none.
  EventId first_from(size_t owner, ThreadId t, uint32_t begin) const {
    const std::span<const uint64_t> all = of(owner);
    const auto at = std::lower_bound(all.begin(), all.end(), entry(t, begin));
    if (at == all.end() || thread_of(*at) != t) return EventId::none();
    return event_of(*at);
  }
  // Calls visit(t), or visit(t, its events), for each thread with an event of the owner.
  template <class Visit>
  void for_each_thread(size_t owner, Visit visit) const {
    const std::span<const uint64_t> all = of(owner);
    for (auto at = all.begin(); at != all.end();) {
      const ThreadId t = thread_of(*at);
      const auto end = std::lower_bound(at, all.end(), entry(ThreadId(t.value + 1), 0));
      if constexpr (std::is_invocable_v<Visit, ThreadId>)
        visit(t);
      else
        visit(t, std::span<const uint64_t>(at, end));
      at = end;
    }
  }

 private:
  friend class ConflictIndex;
  // `each` calls its argument with (owner, event) for every member, always in the trace's order.
  template <class Each>
  void fill(const Trace& trace, size_t owners, Each each);

  std::vector<uint32_t> begins_;  // by owner, and the end
  Column<uint64_t> entries_;
};

class ConflictIndex {
 public:
  explicit ConflictIndex(const Trace& trace);

  const GroupedEvents& writes() const { return writes_; }                 // by cell
  const GroupedEvents& sections() const { return sections_; }             // by lock: acquires
  const GroupedEvents& exclusive_sections() const { return exclusive_; }  // of these
  // The sections of a lock that keep out one taken in the given mode.
  const GroupedEvents& sections_against(bool shared) const {
    return shared ? exclusive_ : sections_;
  }
  const GroupedEvents& semaphore_operations() const { return semaphores_; }  // by semaphore
  // What the thread's posts and waits from event number `begin` on to before `end` add to the
  // semaphore.
  int64_t semaphore_change(size_t semaphore, ThreadId t, uint32_t begin, uint32_t end) const;
  // The post that a semaphore_wait takes from if posts are taken first come, first served. None:
  // from what the semaphore was initialised with.
  EventId post_taken_by(EventId wait) const;

 private:
  void match_semaphores(const Trace& trace);

  GroupedEvents writes_, sections_, exclusive_, semaphores_;
  std::vector<int64_t> changes_;  // by entry of semaphores_, and the end: what those before it add
  std::vector<std::pair<EventId, EventId>> taken_;  // wait and its post, by wait
};

}  // namespace foreweave
