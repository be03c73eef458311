#include "predict/closure/cone/conflict_index.h"

#include <algorithm>
#include <deque>
#include <span>

namespace foreweave {

template <class Each>
void GroupedEvents::fill(const Trace& trace, size_t owners, Each each) {
  begins_.assign(owners + 2, 0);
  each([&](size_t owner, EventId) { ++begins_[owner + 2]; });
  for (size_t i = 2; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  entries_.resize(begins_.back());
  each([&](size_t owner, EventId e) {
    entries_[begins_[owner + 1]++] = entry(trace.thread(e), e.value);
  });
  begins_.pop_back();
  for (size_t owner = 0; owner < owners; ++owner) {
    uint64_t* const first = entries_.data() + begins_[owner];
    std::sort(first, entries_.data() + begins_[owner + 1]);
  }
}

ConflictIndex::ConflictIndex(const Trace& trace) {
  writes_.fill(trace, trace.cell_count(), [&](auto add) {
    for (const EventId e : trace.interacting()) {
      if (!foreweave::writes(trace.kind(e))) continue;
      const Location& location = trace.location_of(e);
      for (uint32_t k = 0; k < location.cell_count; ++k) add(location.first_cell.index() + k, e);
    }
  });
  const auto acquires = [&](bool also_shared) {
    return [&trace, also_shared](auto add) {
      for (const EventId e : trace.interacting()) {
        const Kind kind = trace.kind(e);
        if (acquires_lock(kind) && (also_shared || !is_shared_mode(kind)))
          add(trace.lock(e).index(), e);
      }
    };
  };
  sections_.fill(trace, trace.lock_count(), acquires(true));
  exclusive_.fill(trace, trace.lock_count(), acquires(false));
  const size_t semaphores = trace.sync_objects(Operand::semaphore).size();
  semaphores_.fill(trace, semaphores, [&](auto add) {
    if (semaphores == 0) return;
    for (const EventId e : trace.interacting())
      if (operand_of(trace.kind(e)) == Operand::semaphore) add(trace.sync(e).index(), e);
  });
  if (semaphores == 0) return;
  match_semaphores(trace);
  changes_.push_back(0);
  for (const uint64_t entry : std::span(semaphores_.entries_.data(), semaphores_.entries_.size())) {
    const Kind kind = trace.kind(GroupedEvents::event_of(entry));
    changes_.push_back(changes_.back() + (kind == Kind::semaphore_post) -
                       (kind == Kind::semaphore_wait));
  }
}

int64_t ConflictIndex::semaphore_change(size_t semaphore, ThreadId t, uint32_t begin,
                                        uint32_t end) const {
  const std::span<const uint64_t> all = semaphores_.of(semaphore);
  const auto before = [&](uint32_t event) {
    const auto at = std::lower_bound(all.begin(), all.end(), GroupedEvents::entry(t, event));
    return changes_[semaphores_.begins_[semaphore] + static_cast<size_t>(at - all.begin())];
  };
  return begin < end ? before(end) - before(begin) : 0;
}

// First come, first served; a wait that takes from the initial count needs no post.
void ConflictIndex::match_semaphores(const Trace& trace) {
  struct Count {
    uint64_t initial = 0;
    std::deque<EventId> posts;
  };
  std::vector<Count> counts(trace.sync_objects(Operand::semaphore).size());
  for (const EventId e : trace.interacting()) {
    const Kind kind = trace.kind(e);
    if (operand_of(kind) != Operand::semaphore) continue;
    Count& count = counts[trace.sync(e).index()];
    if (kind == Kind::semaphore_init) count = {trace.has_value(e) ? trace.value(e) : 0, {}};
    if (kind == Kind::semaphore_post) count.posts.push_back(e);
    if (kind != Kind::semaphore_wait) continue;
    if (count.initial > 0) {
      --count.initial;
    } else if (!count.posts.empty()) {
      taken_.emplace_back(e, count.posts.front());
      count.posts.pop_front();
    }
  }
}

EventId ConflictIndex::post_taken_by(EventId wait) const {
  const auto at = std::lower_bound(taken_.begin(), taken_.end(), wait,
                                   [](const auto& pair, EventId e) { return pair.first < e; });
  return at == taken_.end() || at->first != wait ? EventId::none() : at->second;
}

}  // namespace foreweave
