#include "model/order/sync_preserving.h"

#include <algorithm>

#include "model/order/order_clocks.h"

namespace foreweave {

class SyncPreserving::UserNumbers {
 public:
  UserNumbers(size_t locks, size_t slots) : slots_(slots) {
    constexpr size_t kMostInTable = 1 << 20;
    if (slots > 0 && locks <= kMostInTable / slots) numbers_.resize(locks * slots);
  }
  Acquires& of(LockId lock, SlotId s, std::vector<Acquires>& users) {
    if (numbers_.empty()) {
      const auto user =
          std::find_if(users.begin(), users.end(), [&](const Acquires& a) { return a.slot == s; });
      return user != users.end() ? *user : users.emplace_back(Acquires{s, {}, {}});
    }
    uint32_t& number = numbers_[lock.index() * slots_ + s.index()];  // plus 1
    if (number == 0) {
      users.push_back({s, {}, {}});
      number = static_cast<uint32_t>(users.size());
    }
    return users[number - 1];
  }

 private:
  const size_t slots_;
  std::vector<uint32_t> numbers_;
};

SyncPreserving::SyncPreserving(const Trace& trace)
    : trace_(trace),
      slots_(trace),
      histories_(slots_.count()),
      acquires_(slots_.count()),
      by_lock_(trace.lock_count()) {
  OrderClocks clocks(trace, EdgeChoice{.plain_reads = true});
  std::vector<std::vector<uint32_t>> held_now(slots_.count());  // by slot, into acquires_
  UserNumbers users(by_lock_.size(), slots_.count());
  for (const EventId e : trace.interacting()) {
    const Kind kind = trace.kind(e);
    const ThreadId t = trace.thread(e);
    const SlotId s = slots_.of(t);
    bool changed = false;
    if (is_access(kind)) {
      changed = clocks.step_allocation(e);
      changed |= clocks.step_access(e);
    } else {
      changed = clocks.step_sync(e);
    }
    auto enter = [&](ThreadId thread, EventId from) {
      History& history = histories_[slots_.of(thread).index()];
      history.events.push_back(from.value);
      const uint32_t* clock = clocks.clock(thread);
      std::copy_n(clock, slots_.count(), history.clocks.append(slots_.count()));
    };
    if (changed) enter(t, e);
    if (kind == Kind::fork && trace.partner(e).exists())
      enter(trace.other_thread(e), trace.partner(e));
    if (releases_lock(kind)) {
      std::vector<uint32_t>& held = held_now[s.index()];
      const EventId acquire = trace.partner(e);
      const auto own = std::find_if(held.rbegin(), held.rend(), [&](uint32_t i) {
        return acquires_[s.index()][i].event == acquire;
      });
      if (own != held.rend()) held.erase(std::next(own).base());
    }
    if (acquires_lock(kind)) {
      std::vector<uint32_t>& held = held_now[s.index()];
      const uint32_t outer = held.empty() ? kNoAcquire : held.back();
      held.push_back(static_cast<uint32_t>(acquires_[s.index()].size()));
      acquires_[s.index()].push_back({e, outer});
      const LockId lock = trace.lock(e);
      users.of(lock, s, by_lock_[lock.index()]).add(e, is_shared_mode(kind));
    }
  }
}

const uint32_t* SyncPreserving::clock_at(SlotId s, uint32_t event) const {
  const History& history = histories_[s.index()];
  const auto after = std::upper_bound(history.events.begin(), history.events.end(), event);
  if (after == history.events.begin()) return nullptr;
  return history.clocks.data() +
         static_cast<size_t>(after - history.events.begin() - 1) * slots_.count();
}

bool SyncPreserving::must_precede(EventId earlier, EventId e) const {
  const SlotId by = slots_.of(trace_.thread(earlier)), s = slots_.of(trace_.thread(e));
  if (by == s) return earlier < e;
  const uint32_t* clock = clock_at(s, e.value);
  return clock && earlier.value < clock[by.index()];
}

// The growing set of events, and the two accesses that must stay out of it.
class SyncPreserving::Closure {
 public:
  Closure(const SyncPreserving& facts, EventId a, EventId b, uint32_t as_recorded)
      : facts_(facts),
        trace_(facts.trace_),
        pair_{a, b},
        bound_(facts.slots_.count(), as_recorded) {}

  // False if one of the pair gets in.
  bool run() {
    for (const EventId e : pair_) {
      add_before(slot(e), e.value);
      // The access itself stays out, but its thread must be there and its object alive.
      const EventId fork = trace_.fork_of(trace_.thread(e));
      if (fork.exists()) add_before(slot(fork), fork.value + 1);
      const EventId allocated = trace_.objects()[trace_.location_of(e).object.index()].allocated;
      if (allocated.exists()) add_before(slot(allocated), allocated.value + 1);
    }
    do {
      grew_ = false;
      for (const LockId lock : open_locks())
        if (!close_lock(lock)) return false;
    } while (grew_ && !overrun());
    return !overrun();
  }

  std::vector<uint32_t>& bound() { return bound_; }
  // Acquires that stay open and must come behind a section that followed them in the trace.
  const std::vector<EventId>& reversed() const { return reversed_; }

 private:
  struct Taken {
    SlotId slot;
    EventId acquire;
    bool shared, closed, closable;
    bool conflicts(const Taken& other) const {
      return slot != other.slot && !(shared && other.shared);
    }
  };

  SlotId slot(EventId e) const { return facts_.slots_.of(trace_.thread(e)); }

  bool overrun() const {
    return bound_[slot(pair_[0]).index()] > pair_[0].value ||
           bound_[slot(pair_[1]).index()] > pair_[1].value;
  }

  // All events of s below `bound` and what must come before them.
  void add_before(SlotId s, uint32_t bound) {
    if (bound <= bound_[s.index()]) return;
    grew_ = true;
    bound_[s.index()] = bound;
    const uint32_t* clock = bound == 0 ? nullptr : facts_.clock_at(s, bound - 1);
    if (!clock) return;
    for (uint32_t u = 0; u < facts_.slots_.count(); ++u)
      if (u != s.value) bound_[u] = std::max(bound_[u], clock[u]);
  }

  // The locks of sections that a thread is in where its part of the set ends: where all are over,
  // their order is that of the trace. So a question does not cost what lies far back.
  std::vector<LockId> open_locks() const {
    std::vector<LockId> locks;
    for (uint32_t t = 0; t < facts_.slots_.count(); ++t) {
      const std::vector<Nested>& acquires = facts_.acquires_[t];
      const auto behind =
          std::partition_point(acquires.begin(), acquires.end(),
                               [&](const Nested& a) { return a.event.value < bound_[t]; });
      if (behind == acquires.begin()) continue;
      for (auto i = static_cast<uint32_t>(behind - acquires.begin() - 1); i != kNoAcquire;
           i = acquires[i].outer) {
        const EventId release = trace_.partner(acquires[i].event);
        if (!release.exists() || release.value >= bound_[t])
          locks.push_back(trace_.lock(acquires[i].event));
      }
    }
    std::sort(locks.begin(), locks.end());
    locks.erase(std::unique(locks.begin(), locks.end()), locks.end());
    return locks;
  }

  // Can the release that belongs to the acquire be executed without one of the pair?
  bool closable(SlotId s, EventId release) const {
    if (!release.exists()) return false;
    for (const EventId e : pair_)
      if (slot(e) == s && e < release) return false;
    return true;
  }

  // Each slot's last section of the lock in the set and, if that is a shared one, its last
  // exclusive one, which shuts out more.
  std::vector<Taken> taken(LockId lock) const {
    std::vector<Taken> out;
    for (const Acquires& user : facts_.by_lock_[lock.index()]) {
      const EventId last = last_below(user.events, bound_[user.slot.index()]);
      if (last.exists()) out.push_back(section(user.slot, last));
      if (!user.some_share) continue;
      const EventId exclusive = last_below(user.exclusive, bound_[user.slot.index()]);
      if (exclusive.exists() && exclusive != last) out.push_back(section(user.slot, exclusive));
    }
    return out;
  }

  static EventId last_below(const std::vector<EventId>& events, uint32_t bound) {
    const auto after = std::lower_bound(events.begin(), events.end(), EventId(bound));
    return after == events.begin() ? EventId::none() : *std::prev(after);
  }

  Taken section(SlotId s, EventId acquire) const {
    const EventId release = trace_.partner(acquire);
    const bool closed = release.exists() && release.value < bound_[s.index()];
    return {s, acquire, is_shared_mode(trace_.kind(acquire)), closed,
            closed || closable(s, release)};
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
          add_before(own.slot, trace_.partner(own.acquire).value + 1);
        if (!own.closable && own.acquire < other.acquire) add_reversed(own.acquire);
      }
    return true;
  }

  void add_reversed(EventId acquire) {
    if (std::find(reversed_.begin(), reversed_.end(), acquire) == reversed_.end())
      reversed_.push_back(acquire);
  }

  const SyncPreserving& facts_;
  const Trace& trace_;
  EventId pair_[2];
  std::vector<uint32_t> bound_;
  bool grew_ = false;
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
    ideal.late.assign(slots_.count(), UINT32_MAX);
    for (const EventId acquire : closure.reversed()) {
      uint32_t& late = ideal.late[slots_.of(trace_.thread(acquire)).index()];
      late = std::min(late, acquire.value);
    }
    push_back_late(ideal, closure.reversed());
  }
  return ideal;
}

// What must come after a late event is late, too, and so are sections that follow a late section of
// their lock in the trace, but for the reversed ones. A slot's clocks only grow, so its late events
// are those from some entry of its history on.
void SyncPreserving::push_back_late(RaceIdeal& ideal, const std::vector<EventId>& reversed) const {
  for (bool changed = true; changed;) {
    changed = push_back_sections(ideal, reversed);
    for (uint32_t t = 0; t < slots_.count(); ++t) {
      const History& history = histories_[t];
      auto needs_late = [&](size_t entry) {
        const uint32_t* clock = history.clocks.data() + entry * slots_.count();
        for (uint32_t u = 0; u < slots_.count(); ++u)
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

bool SyncPreserving::push_back_sections(RaceIdeal& ideal,
                                        const std::vector<EventId>& reversed) const {
  auto late_acquires = [&](uint32_t t) {
    const auto& all = acquires_[t];
    const auto below = [](uint32_t bound) {
      return [bound](const Nested& a) { return a.event.value < bound; };
    };
    const auto begin = std::partition_point(all.begin(), all.end(), below(ideal.late[t]));
    const auto end = std::partition_point(begin, all.end(), below(ideal.bound[t]));
    return std::span(begin, end);
  };
  bool changed = false;
  for (uint32_t t = 0; t < slots_.count(); ++t)
    for (const auto& [acquire, outer] : late_acquires(t)) {
      if (std::find(reversed.begin(), reversed.end(), acquire) != reversed.end()) continue;
      for (const Acquires& user : by_lock_[trace_.lock(acquire).index()]) {
        const auto next = std::upper_bound(user.events.begin(), user.events.end(), acquire);
        uint32_t& late = ideal.late[user.slot.index()];
        if (user.slot.value == t || next == user.events.end() || next->value >= late ||
            next->value >= ideal.bound[user.slot.index()])
          continue;
        late = next->value;
        changed = true;
      }
    }
  return changed;
}

Reordering RaceIdeal::witness(const Trace& trace, const ThreadSlots& slots) const {
  if (!reversed) return events_below(trace, slots, bound);
  std::vector<uint32_t> early(bound.size());
  for (size_t t = 0; t < bound.size(); ++t) early[t] = std::min(bound[t], late[t]);
  // The rest is one piece behind it, in trace order.
  const Reordering first = events_below(trace, slots, early);
  std::vector<Segment> parts(first.parts().begin(), first.parts().end());
  const size_t rest = parts.size();
  for (uint32_t t = 0; t < trace.thread_count(); ++t) {
    const ThreadEvents events = trace.events_of(ThreadId(t));
    const size_t s = slots.of(ThreadId(t)).index();
    const uint32_t until = events.index_from(EventId(bound[s]));
    if (until > events.index_from(EventId(early[s]))) parts.push_back({ThreadId(t), until, true});
  }
  if (parts.size() > rest) parts.back().with_next = false;
  return {first.as_recorded(), std::move(parts)};
}

}  // namespace foreweave
