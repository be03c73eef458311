#include "predict/streaming/conflict_classes.h"

namespace foreweave {

ConflictClasses::Cell& ConflictClasses::cell_at(size_t number) {
  uint32_t& slot = slots_[number];
  if (slot == kNoSlot) {
    slot = static_cast<uint32_t>(cells_.size());
    cells_.emplace_back();
  }
  return cells_[slot];
}

uint32_t ConflictClasses::find_or_add(EventId e, Cell& cell) {
  const Kind kind = trace_.kind(e);
  const ThreadId t = trace_.thread(e);
  AccessClass fresh{e, t, trace_.site(e), held_.of(t), writes(kind), is_atomic(kind), {}};
  auto same = [&](const AccessClass& c) {
    return c.thread == fresh.thread && c.site == fresh.site && c.lockset == fresh.lockset &&
           c.writes == fresh.writes && c.atomic == fresh.atomic;
  };
  auto key = [](const AccessClass& c) {
    uint64_t h = c.site.value * 0x9e3779b97f4a7c15u;
    h = (h ^ c.thread.value) * 0x9e3779b97f4a7c15u;
    h = (h ^ c.lockset) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 29) ^ (uint64_t{c.writes} << 1 | uint64_t{c.atomic});
  };

  std::vector<AccessClass>& classes = cell.classes;
  if (cell.last < classes.size() && same(classes[cell.last])) return cell.last;
  if (classes.size() <= kFew) {
    for (uint32_t i = 0; i < classes.size(); ++i)
      if (same(classes[i])) return i;
  } else {
    if (cell.index.empty())
      for (uint32_t i = 0; i < classes.size(); ++i) cell.index.emplace(key(classes[i]), i);
    // Should two keys ever be equal, a class appears twice: that costs, but changes no answer.
    const auto it = cell.index.find(key(fresh));
    if (it != cell.index.end() && same(classes[it->second])) return it->second;
  }

  const uint32_t added = static_cast<uint32_t>(classes.size());
  for (uint32_t i = 0; i < added; ++i) {
    AccessClass& old = classes[i];
    if (old.thread == t || !(old.writes || fresh.writes) || (old.atomic && fresh.atomic)) continue;
    if (held_.exclude(old.lockset, fresh.lockset)) continue;
    fresh.open.push_back(i);
    old.open.push_back(added);
  }
  if (!cell.index.empty()) cell.index.insert_or_assign(key(fresh), added);
  classes.push_back(std::move(fresh));
  return added;
}

}  // namespace foreweave
