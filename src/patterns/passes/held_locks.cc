#include "patterns/passes/held_locks.h"

#include <algorithm>

namespace foreweave {

void HeldLocks::step(EventId e) {
  const Kind kind = trace_.kind(e);
  const Entry entry{trace_.lock(e), is_shared_mode(kind)};
  std::vector<Taken>& taken = threads_[trace_.thread(e).index()];
  if (acquires_lock(kind)) taken.push_back({entry, e, kUnknown});
  if (!releases_lock(kind)) return;
  size_t at = taken.size();
  while (at > 0 && taken[at - 1].entry != entry) --at;
  if (at == 0) return;
  taken.erase(taken.begin() + static_cast<ptrdiff_t>(at - 1));
  for (Taken& other : taken) other.outlived = true;
  for (size_t later = at - 1; later < taken.size(); ++later) taken[later].set = kUnknown;
}

HeldLocks::SetId HeldLocks::set_of_first(ThreadId t, size_t count) {
  std::vector<Taken>& taken = threads_[t.index()];
  size_t known = count;
  while (known > 0 && taken[known - 1].set == kUnknown) --known;
  SetId set = known > 0 ? taken[known - 1].set : 0;
  for (; known < count; ++known) taken[known].set = set = with(set, taken[known].entry);
  return set;
}

HeldLocks::SetId HeldLocks::since(ThreadId t, EventId e) {
  const std::vector<Taken>& taken = threads_[t.index()];
  size_t count = taken.size();
  while (count > 0 && taken[count - 1].at >= e) --count;
  return set_of_first(t, count);
}

// A set's locks lie in one order on the way to its node, so that equal sets are the same node. A
// lock that belongs further up goes there first, and those behind it follow.
HeldLocks::SetId HeldLocks::with(SetId set, Entry entry) {
  const auto key = [](SetId of, Entry added) {
    return uint64_t{of} << 32 | uint64_t{added.lock.value} << 1 | uint64_t{added.shared};
  };
  if (const SetId* known = with_.find(key(set, entry))) return *known;
  std::vector<Entry> to_add;  // the last one first
  SetId at = set;
  for (; at != 0 && entry < nodes_[at].largest; at = nodes_[at].others)
    to_add.push_back(nodes_[at].largest);
  to_add.push_back(entry);
  for (; !to_add.empty(); to_add.pop_back()) {
    const auto [number, is_new] = with_.find_or_add(key(at, to_add.back()));
    if (is_new) {
      number = static_cast<SetId>(nodes_.size());
      nodes_.push_back({to_add.back(), at});
    }
    at = number;
  }
  with_.find_or_add(key(set, entry)).value = at;
  return at;
}

template <class Meets>
bool HeldLocks::any_common(SetId a, SetId b, Meets meets) const {
  while (a != 0 && b != 0) {
    const Node &x = nodes_[a], &y = nodes_[b];
    if (x.largest.lock == y.largest.lock && meets(x.largest, y.largest)) return true;
    // Of one lock in both modes all four couples count; they lie side by side.
    if (x.largest.lock == y.largest.lock)
      for (SetId c = y.others; c != 0 && nodes_[c].largest.lock == x.largest.lock;
           c = nodes_[c].others)
        if (meets(x.largest, nodes_[c].largest)) return true;
    (x.largest.lock < y.largest.lock ? b : a) =
        x.largest.lock < y.largest.lock ? y.others : x.others;
  }
  return false;
}

bool HeldLocks::has_exclusively(SetId set, LockId lock) const {
  for (const Entry& entry : entries(set))
    if (entry.lock == lock && !entry.shared) return true;
  return false;
}

bool HeldLocks::exclude(SetId a, SetId b) const {
  return any_common(a, b, [](const Entry& x, const Entry& y) { return !(x.shared && y.shared); });
}

bool HeldLocks::overlap(SetId a, SetId b) const {
  return any_common(a, b, [](const Entry&, const Entry&) { return true; });
}

bool HeldLocks::exclude_each(SetId a, SetId b, SetId c) const {
  const auto keeps_apart = [&](SetId set, const Entry& z) {
    for (const Entry& x : entries(set))
      if (x.lock == z.lock && !(x.shared && z.shared)) return true;
    return false;
  };
  for (const Entry& z : entries(c))
    if (keeps_apart(a, z) && keeps_apart(b, z)) return true;
  return false;
}

}  // namespace foreweave
