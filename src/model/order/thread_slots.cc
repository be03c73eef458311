#include "model/order/thread_slots.h"

#include <algorithm>

namespace foreweave {

uint32_t ThreadSlots::most_unjoined_ = ThreadSlots::kMostUnjoined;

namespace {

// The threads of a trace by their last events.
class QuietThreads {
 public:
  // To be asked only if there are more than `most` threads.
  QuietThreads(const Trace& trace, uint32_t most) {
    if (trace.thread_count() <= most) return;
    for (uint32_t t = 0; t < trace.thread_count(); ++t) {
      const ThreadEvents events = trace.events_of(ThreadId(t));
      const EventId last = events.empty() ? trace.fork_of(ThreadId(t)) : events.back();
      if (last.exists()) by_last_event_.push_back({last, ThreadId(t)});
    }
    std::ranges::sort(by_last_event_, {}, [](const Entry& entry) { return entry.last; });
  }

  // The one that did nothing for longest before the fork `e` and has its slot still; none if all
  // are at work.
  ThreadId take(EventId e, const std::vector<bool>& given_on) {
    for (; next_ < by_last_event_.size() && by_last_event_[next_].last < e; ++next_)
      if (const ThreadId t = by_last_event_[next_].thread; !given_on[t.index()]) return t;
    return ThreadId::none();
  }

 private:
  struct Entry {
    EventId last;
    ThreadId thread;
  };
  std::vector<Entry> by_last_event_;
  size_t next_ = 0;
};

}  // namespace

// Each thread has a list of slots whose threads it knows to be over. Who joins another thread gets
// its slot and its list; who forks one gives it a slot from the own list. What is behind the last
// fork is of no use to anybody, so that most programs cost next to nothing here.
ThreadSlots::ThreadSlots(const Trace& trace, uint32_t most) : slots_(trace.thread_count()) {
  QuietThreads quiet(trace, most);
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
  std::vector<bool> joined(slots_.size()), given_on(slots_.size());
  if (trace.has(Kind::join) || slots_.size() > most)
    for (const EventId e : trace.interacting_before(EventId(last_fork))) {
      const Kind kind = trace.kind(e);
      if (kind != Kind::fork && kind != Kind::join) continue;
      const ThreadId t = trace.thread(e), other = trace.other_thread(e);
      if (other.index() >= slots_.size()) continue;
      give_own(t);
      std::vector<SlotId>& mine = free[t.index()];
      if (kind == Kind::fork) {
        if (trace.fork_of(other) != e || slots_[other.index()].exists()) continue;
        if (!mine.empty()) {
          slots_[other.index()] = mine.back();
          mine.pop_back();
        } else if (const ThreadId over = count_ < most ? ThreadId::none() : quiet.take(e, given_on);
                   over.exists()) {
          give_own(over);
          given_on[over.index()] = true;
          slots_[other.index()] = slots_[over.index()];
          assumed_.resize(slots_.size());
          assumed_[other.index()] = over;
          ++assumed_count_;
        } else if (slots_.size() > most) {
          give_own(other);
        }
      } else if (!joined[other.index()] && is_known_to_be_over(other, e)) {
        joined[other.index()] = true;
        give_own(other);
        std::vector<SlotId>& theirs = free[other.index()];
        if (mine.size() < theirs.size()) mine.swap(theirs);
        mine.insert(mine.end(), theirs.begin(), theirs.end());
        theirs = {};
        if (!given_on[other.index()]) mine.push_back(slots_[other.index()]);
        given_on[other.index()] = true;
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

Reordering events_below(const Trace& trace, const ThreadSlots& slots,
                        std::span<const uint32_t> bound) {
  return Reordering::in_trace_order(trace, slots.events_below(trace, bound));
}

}  // namespace foreweave
