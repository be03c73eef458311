#include "model/order/thread_slots.h"

#include <algorithm>

namespace foreweave {

// Each thread has a list of slots whose threads it knows to be over. Who joins another thread gets
// its slot and its list; who forks one gives it a slot from the own list. What is behind the last
// fork is of no use to anybody, so that most programs cost next to nothing here.
ThreadSlots::ThreadSlots(const Trace& trace) : slots_(trace.thread_count()) {
  uint32_t last_fork = 0;
  for (uint32_t t = 0; t < slots_.size(); ++t)
    if (const EventId fork = trace.fork_of(ThreadId(t)); fork.exists())
      last_fork = std::max(last_fork, fork.value + 1);

  const auto give_own = [&](ThreadId t) {
    if (!slots_[t.index()].exists()) slots_[t.index()] = SlotId(count_++);
  };
  // A join says nothing about a thread that did nothing: but who forked it knows.
  const auto is_known_to_be_over = [&](ThreadId other, EventId join) {
    const EventId fork = trace.fork_of(other);
    return trace.partner(join).exists() || (fork.exists() && trace.events_of(other).empty() &&
                                            trace.thread(fork) == trace.thread(join));
  };
  std::vector<std::vector<SlotId>> free(slots_.size());
  std::vector<bool> joined(slots_.size());
  if (trace.has(Kind::join))
    for (const EventId e : trace.interacting_before(EventId(last_fork))) {
      const Kind kind = trace.kind(e);
      if (kind != Kind::fork && kind != Kind::join) continue;
      const ThreadId t = trace.thread(e), other = trace.other_thread(e);
      if (other.index() >= slots_.size()) continue;
      give_own(t);
      std::vector<SlotId>& mine = free[t.index()];
      if (kind == Kind::fork) {
        if (trace.fork_of(other) != e || slots_[other.index()].exists() || mine.empty()) continue;
        slots_[other.index()] = mine.back();
        mine.pop_back();
      } else if (!joined[other.index()] && is_known_to_be_over(other, e)) {
        joined[other.index()] = true;
        give_own(other);
        std::vector<SlotId>& theirs = free[other.index()];
        if (mine.size() < theirs.size()) mine.swap(theirs);
        mine.insert(mine.end(), theirs.begin(), theirs.end());
        theirs = {};
        mine.push_back(slots_[other.index()]);
      }
    }
  for (uint32_t t = 0; t < slots_.size(); ++t) give_own(ThreadId(t));
}

std::vector<uint32_t> ThreadSlots::events_below(const Trace& trace,
                                                std::span<const uint32_t> bound) const {
  std::vector<uint32_t> done(slots_.size());
  for (uint32_t t = 0; t < slots_.size(); ++t)
    done[t] = trace.events_of(ThreadId(t)).index_from(EventId(bound[slots_[t].index()]));
  return done;
}

}  // namespace foreweave
