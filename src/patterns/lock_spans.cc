#include "patterns/lock_spans.h"

#include <algorithm>

namespace foreweave {

void LockSpans::step(EventId e) {
  held_.step(e);
  const Kind kind = trace_.kind(e);
  std::vector<Taken>& taken = taken_[trace_.thread(e).index()];
  const HeldLocks::Entry entry{trace_.lock(e), is_shared_mode(kind)};
  if (acquires_lock(kind)) taken.push_back({entry, e});
  if (!releases_lock(kind)) return;
  const auto same = [&](const Taken& t) { return t.entry == entry; };
  const auto it = std::find_if(taken.rbegin(), taken.rend(), same);
  if (it != taken.rend()) taken.erase(std::next(it).base());
}

LockSpans::SetId LockSpans::since(ThreadId t, EventId e) {
  const std::vector<Taken>& taken = taken_[t.index()];
  if (taken.empty() || taken.back().at < e) return held_.of(t);  // taken in this order
  std::vector<HeldLocks::Entry> set;
  for (const Taken& lock : taken)
    if (lock.at < e) set.push_back(lock.entry);
  std::sort(set.begin(), set.end());
  return held_.number(set);
}

}  // namespace foreweave
