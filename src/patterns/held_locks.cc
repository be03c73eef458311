#include "patterns/held_locks.h"

#include <algorithm>

namespace foreweave {

HeldLocks::SetId HeldLocks::number(const std::vector<Entry>& set) {
  const auto [it, is_new] = numbers_.emplace(set, static_cast<SetId>(sets_.size()));
  if (is_new) sets_.push_back(set);
  return it->second;
}

void HeldLocks::step(EventId e) {
  const Kind kind = trace_.kind(e);
  const bool takes = acquires_lock(kind);
  if (!takes && !releases_lock(kind)) return;
  SetId& now = now_[trace_.thread(e).index()];
  const Entry entry{trace_.lock(e), is_shared_mode(kind)};
  const uint64_t key = (uint64_t{now} << 34) ^ (uint64_t{entry.lock.value} << 2) ^
                       (uint64_t{entry.shared} << 1) ^ uint64_t { takes };
  // Numbers beyond 2^30 would collide in the key; such a trace would not fit in memory.
  CHECK(now < (1u << 30), "too many locksets");
  // Nearly always one of the last few steps again.
  Recent& recent = recent_[(key * 0x9e3779b97f4a7c15) >> 54];
  if (recent.key == key) {
    now = recent.to;
    return;
  }
  if (const auto it = steps_.find(key); it != steps_.end()) {
    recent = {key, it->second};
    now = it->second;
    return;
  }
  std::vector<Entry> set = sets_[now];
  const auto at = std::lower_bound(set.begin(), set.end(), entry);
  if (takes)
    set.insert(at, entry);
  else if (at != set.end() && *at == entry)
    set.erase(at);
  steps_[key] = now = number(set);
}

bool HeldLocks::exclude(SetId a, SetId b) const {
  for (const Entry& x : sets_[a])
    for (const Entry& y : sets_[b])
      if (x.lock == y.lock && !(x.shared && y.shared)) return true;
  return false;
}

bool HeldLocks::overlap(SetId a, SetId b) const {
  for (const Entry& x : sets_[a])
    for (const Entry& y : sets_[b])
      if (x.lock == y.lock) return true;
  return false;
}

bool HeldLocks::exclude_each(SetId a, SetId b, SetId c) const {
  for (const Entry& z : sets_[c]) {
    const auto is_kept_apart = [&](const Entry& x) {
      return x.lock == z.lock && !(x.shared && z.shared);
    };
    if (std::any_of(sets_[a].begin(), sets_[a].end(), is_kept_apart) &&
        std::any_of(sets_[b].begin(), sets_[b].end(), is_kept_apart))
      return true;
  }
  return false;
}

}  // namespace foreweave
