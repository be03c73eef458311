#include "predict/closure/cone/fixed_set.h"

#include <algorithm>

#include "base/check.h"

namespace foreweave {

void FixedSet::reset(const Window& window) {
  window_ = &window;
  state_.limits.assign(trace_.thread_count(), window.first());
  state_.reached.assign(window.chain_count(), 0);
  state_.listed.clear();
  if (facts_.fixes() == Fixes::listed_reads) state_.listed.resize(window.end() - window.first());
  fresh_.clear();
}

bool FixedSet::contains(EventId read) const {
  if (window_->is_past(read)) return true;
  if (facts_.fixes() == Fixes::listed_reads) return state_.listed[read.value - window_->first()];
  return read.value < state_.limits[trace_.thread(read).index()];
}

void FixedSet::raise(ThreadId t, uint32_t limit) {
  uint32_t& known = state_.limits[t.index()];
  if (limit <= known) return;
  known = limit;
  const uint32_t chain = window_->chain_of(t);
  if (chain == UINT32_MAX) return;
  const auto events = window_->events(chain);
  uint32_t& at = state_.reached[chain];
  for (; at < events.size() && events[at].value < limit; ++at)
    if (reads(trace_.kind(events[at]))) fresh_.push_back(events[at]);
}

void FixedSet::fix_behind(EventId e, bool with_own_read) {
  for (const EventId read : facts_.dependences->reads_behind(e))
    if (read != e || with_own_read) list(read);
}

void FixedSet::list(EventId read) {
  if (window_->is_past(read)) return;
  const uint32_t at = read.value - window_->first();
  if (state_.listed[at]) return;
  state_.listed[at] = true;
  fresh_.push_back(read);
}

void FixedSet::execute(ThreadId t, uint32_t from, uint32_t bound) {
  if (facts_.fixes() == Fixes::no_read) return;
  if (facts_.fixes() == Fixes::every_read) return raise(t, bound);
  const ThreadEvents events = trace_.events_of(t);
  const bool by_limit = facts_.fixes() == Fixes::earlier_reads;
  if (by_limit) from = std::max(from, state_.limits[t.index()]);
  for (auto i = events.at(events.index_from(EventId(bound))); i != events.begin();) {
    const EventId e = *--i;
    if (e.value < from) return;
    if (!trace_.decides(e)) continue;
    const bool own = trace_.decides_on_own_read(e);
    if (by_limit) return raise(t, e.value + own);
    fix_behind(e, false);
    if (own) list(e);
  }
}

void FixedSet::pend(EventId e) {
  if (!trace_.decides(e)) return;
  if (facts_.fixes() == Fixes::earlier_reads) raise(trace_.thread(e), e.value);
  if (facts_.fixes() == Fixes::listed_reads) fix_behind(e, false);
}

void FixedSet::see(EventId write) {
  if (window_->is_past(write)) return;
  const uint32_t own = reads(trace_.kind(write)) ? 1 : 0;  // an update reads, too
  if (facts_.fixes() == Fixes::earlier_reads) raise(trace_.thread(write), write.value + own);
  if (facts_.fixes() == Fixes::listed_reads) fix_behind(write, true);
}

}  // namespace foreweave
