#include "predict/streaming/sync_preserving.h"

#include <algorithm>

#include "predict/streaming/engine_list.h"
#include "model/order/order_clocks.h"

namespace foreweave {

SyncPreserving::SyncPreserving(const Trace& trace)
    : trace_(trace),
      threads_(static_cast<uint32_t>(trace.thread_count())),
      histories_(threads_),
      acquires_(threads_),
      outer_(threads_),
      by_lock_(trace.lock_count()) {
  std::vector<std::vector<uint32_t>> open(threads_);  // of acquires_
  OrderClocks clocks(trace, EdgeChoice{.plain_reads = true});
  for (const EventId e : trace.interacting()) {
    const Kind kind = trace.kind(e);
    const ThreadId t = trace.thread(e);
    bool changed = false;
    if (is_access(kind)) {
      changed = clocks.step_allocation(e);
      changed |= clocks.step_access(e);
    } else {
      changed = clocks.step_sync(e);
    }
    auto enter = [&](ThreadId thread, EventId from) {
      History& history = histories_[thread.index()];
      history.events.push_back(from.value);
      const uint32_t* clock = clocks.clock(thread);
      history.clocks.insert(history.clocks.end(), clock, clock + threads_);
    };
    if (changed) enter(t, e);
    if (kind == Kind::fork && trace.partner(e).exists()) enter(trace.other_thread(e), trace.partner(e));
    if (acquires_lock(kind)) {
      std::vector<EventId>& mine = acquires_[t.index()];
      std::vector<uint32_t>& mine_open = open[t.index()];
      std::erase_if(mine_open, [&](uint32_t i) {
        const EventId release = trace.partner(mine[i]);
        return release.exists() && release < e;
      });
      outer_[t.index()].push_back(mine_open.empty() ? UINT32_MAX : mine_open.back());
      mine_open.push_back(static_cast<uint32_t>(mine.size()));
      mine.push_back(e);
      auto& users = by_lock_[trace.lock(e).index()];
      auto user = std::find_if(users.begin(), users.end(), [&](const Acquires& a) { return a.thread == t; });
      if (user == users.end()) user = users.insert(user, Acquires{t, {}, {}});
      user->events.push_back(e);
      if (!is_shared_mode(kind)) user->exclusive.push_back(e);
    }
  }
}

const uint32_t* SyncPreserving::clock_at(ThreadId t, uint32_t event) const {
  const History& history = histories_[t.index()];
  const auto after = std::upper_bound(history.events.begin(), history.events.end(), event);
  if (after == history.events.begin()) return nullptr;
  return history.clocks.data() + static_cast<size_t>(after - history.events.begin() - 1) * threads_;
}

bool SyncPreserving::must_precede(EventId earlier, EventId e) const {
  const ThreadId by = trace_.thread(earlier), t = trace_.thread(e);
  if (by == t) return earlier < e;
  const uint32_t* clock = clock_at(t, e.value);
  return clock && earlier.value < clock[by.index()];
}

// The growing set of events, and the two accesses that must stay out of it.
class SyncPreserving::Closure {
 public:
  Closure(const SyncPreserving& facts, EventId a, EventId b, uint32_t as_recorded)
      : facts_(facts), trace_(facts.trace_), pair_{a, b}, bound_(facts.threads_, as_recorded) {}

  // False if one of the pair gets in.
  bool run() {
    for (const EventId e : pair_) {
      add_before(trace_.thread(e), e.value);
      // The access itself stays out, but its thread must be there and its object alive.
      const EventId fork = trace_.fork_of(trace_.thread(e));
      if (fork.exists()) add_before(trace_.thread(fork), fork.value + 1);
      const EventId allocated = trace_.objects()[trace_.location_of(e).object.index()].allocated;
      if (allocated.exists()) add_before(trace_.thread(allocated), allocated.value + 1);
    }
    while (!overrun()) {
      const std::vector<uint32_t> before = bound_;
      reversed_.clear();
      for (const LockId lock : locks_in_hand())
        if (!close_lock(lock)) return false;
      if (bound_ == before) return true;
    }
    return false;
  }

  std::vector<uint32_t>& bound() { return bound_; }
  // Acquires that stay open and must come behind a section that followed them in the trace.
  const std::vector<EventId>& reversed() const { return reversed_; }

 private:
  struct Taken {
    ThreadId thread;
    EventId acquire;
    bool shared, closed, closable;
    bool conflicts(const Taken& other) const { return thread != other.thread && !(shared && other.shared); }
  };

  bool overrun() const {
    return bound_[trace_.thread(pair_[0]).index()] > pair_[0].value ||
           bound_[trace_.thread(pair_[1]).index()] > pair_[1].value;
  }

  // All events of t below `bound` and what must come before them.
  void add_before(ThreadId t, uint32_t bound) {
    if (bound <= bound_[t.index()]) return;
    bound_[t.index()] = bound;
    const uint32_t* clock = bound == 0 ? nullptr : facts_.clock_at(t, bound - 1);
    if (!clock) return;
    for (uint32_t u = 0; u < facts_.threads_; ++u)
      if (u != t.value) bound_[u] = std::max(bound_[u], clock[u]);
  }

  // Where all sections are closed there is nothing to do for a lock. What is open behind the last
  // acquire was open at that one, or at the last that was open there, and so on.
  std::vector<LockId> locks_in_hand() const {
    std::vector<LockId> locks;
    for (uint32_t t = 0; t < facts_.threads_; ++t) {
      const auto& acquires = facts_.acquires_[t];
      const auto behind = std::lower_bound(acquires.begin(), acquires.end(), EventId(bound_[t]));
      if (behind == acquires.begin()) continue;
      for (uint32_t i = static_cast<uint32_t>(behind - acquires.begin() - 1); i != UINT32_MAX;
           i = facts_.outer_[t][i]) {
        const EventId release = trace_.partner(acquires[i]);
        if (!release.exists() || release.value >= bound_[t])
          locks.push_back(trace_.lock(acquires[i]));
      }
    }
    std::sort(locks.begin(), locks.end());
    locks.erase(std::unique(locks.begin(), locks.end()), locks.end());
    return locks;
  }

  // Can the release that belongs to the acquire be executed without one of the pair?
  bool closable(ThreadId t, EventId release) const {
    if (!release.exists()) return false;
    for (const EventId e : pair_)
      if (trace_.thread(e) == t && e < release) return false;
    return true;
  }

  // Each thread's last section of the lock in the set and, if that is a shared one, its last
  // exclusive one, which shuts out more.
  std::vector<Taken> taken(LockId lock) const {
    std::vector<Taken> out;
    for (const Acquires& user : facts_.by_lock_[lock.index()]) {
      const EventId last = last_below(user.events, bound_[user.thread.index()]);
      const EventId exclusive = last_below(user.exclusive, bound_[user.thread.index()]);
      if (last.exists()) out.push_back(section(user.thread, last));
      if (exclusive.exists() && exclusive != last) out.push_back(section(user.thread, exclusive));
    }
    return out;
  }

  static EventId last_below(const std::vector<EventId>& events, uint32_t bound) {
    const auto after = std::lower_bound(events.begin(), events.end(), EventId(bound));
    return after == events.begin() ? EventId::none() : *std::prev(after);
  }

  Taken section(ThreadId t, EventId acquire) const {
    const EventId release = trace_.partner(acquire);
    const bool closed = release.exists() && release.value < bound_[t.index()];
    return {t, acquire, is_shared_mode(trace_.kind(acquire)), closed, closed || closable(t, release)};
  }

  // Among sections of a lock that exclude each other, all but the last must be closed; one that
  // cannot be closed must be the last.
  bool close_lock(LockId lock) {
    const std::vector<Taken> all = taken(lock);
    for (const Taken& own : all)
      for (const Taken& other : all) {
        if (!own.conflicts(other)) continue;
        if (!own.closable && !other.closable) return false;
        if (own.closable && !own.closed && (own.acquire < other.acquire || !other.closable))
          add_before(own.thread, trace_.partner(own.acquire).value + 1);
        if (!own.closable && own.acquire < other.acquire) reversed_.push_back(own.acquire);
      }
    return true;
  }

  const SyncPreserving& facts_;
  const Trace& trace_;
  EventId pair_[2];
  std::vector<uint32_t> bound_;
  std::vector<EventId> reversed_;
};

std::optional<RaceIdeal> SyncPreserving::race_ideal(EventId a, EventId b,
                                                    uint32_t as_recorded) const {
  Closure closure(*this, a, b, as_recorded);
  if (!closure.run()) return std::nullopt;
  RaceIdeal ideal;
  ideal.bound = std::move(closure.bound());
  ideal.reversed = !closure.reversed().empty();
  if (ideal.reversed) {
    ideal.late.assign(threads_, UINT32_MAX);
    for (const EventId acquire : closure.reversed()) {
      uint32_t& late = ideal.late[trace_.thread(acquire).index()];
      late = std::min(late, acquire.value);
    }
    push_back_late(ideal, closure.reversed());
  }
  return ideal;
}

// What must come after a late event is late, too, and so are sections that follow a late section of
// their lock in the trace, but for the reversed ones. A thread's clocks only grow, so its late events
// are those from some entry of its history on.
void SyncPreserving::push_back_late(RaceIdeal& ideal, const std::vector<EventId>& reversed) const {
  for (bool changed = true; changed;) {
    changed = push_back_sections(ideal, reversed);
    for (uint32_t t = 0; t < threads_; ++t) {
      const History& history = histories_[t];
      auto needs_late = [&](size_t entry) {
        const uint32_t* clock = history.clocks.data() + entry * threads_;
        for (uint32_t u = 0; u < threads_; ++u)
          if (u != t && ideal.late[u] != UINT32_MAX && clock[u] > ideal.late[u]) return true;
        return false;
      };
      size_t low = 0, high = history.events.size();
      while (low < high) {
        const size_t middle = (low + high) / 2;
        if (needs_late(middle))
          high = middle;
        else
          low = middle + 1;
      }
      if (low < history.events.size() && history.events[low] < ideal.late[t]) {
        ideal.late[t] = history.events[low];
        changed = true;
      }
    }
  }
}

bool SyncPreserving::push_back_sections(RaceIdeal& ideal, const std::vector<EventId>& reversed) const {
  auto late_acquires = [&](uint32_t t) {
    const auto& all = acquires_[t];
    const auto begin = std::lower_bound(all.begin(), all.end(), EventId(ideal.late[t]));
    const auto end = std::lower_bound(begin, all.end(), EventId(ideal.bound[t]));
    return std::span(begin, end);
  };
  bool changed = false;
  for (uint32_t t = 0; t < threads_; ++t)
    for (const EventId acquire : late_acquires(t)) {
      if (std::find(reversed.begin(), reversed.end(), acquire) != reversed.end()) continue;
      for (const Acquires& user : by_lock_[trace_.lock(acquire).index()]) {
        const auto next = std::upper_bound(user.events.begin(), user.events.end(), acquire);
        uint32_t& late = ideal.late[user.thread.index()];
        if (user.thread.value == t || next == user.events.end() || next->value >= late ||
            next->value >= ideal.bound[user.thread.index()])
          continue;
        late = next->value;
        changed = true;
      }
    }
  return changed;
}

Reordering RaceIdeal::witness(const Trace& trace) const {
  if (!reversed) return events_below(trace, bound);
  std::vector<uint32_t> early(bound.size());
  for (size_t t = 0; t < bound.size(); ++t) early[t] = std::min(bound[t], late[t]);
  // The rest is one piece behind it, in trace order.
  const Reordering first = events_below(trace, early);
  std::vector<Segment> parts(first.parts().begin(), first.parts().end());
  const size_t rest = parts.size();
  for (uint32_t t = 0; t < bound.size(); ++t) {
    const ThreadEvents events = trace.events_of(ThreadId(t));
    const uint32_t until = events.index_from(EventId(bound[t]));
    if (until > events.index_from(EventId(early[t]))) parts.push_back({ThreadId(t), until, true});
  }
  if (parts.size() > rest) parts.back().with_next = false;
  return {first.as_recorded(), std::move(parts)};
}

}  // namespace foreweave
