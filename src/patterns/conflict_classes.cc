#include "patterns/conflict_classes.h"

namespace foreweave {

ConflictClasses::Cell& ConflictClasses::cell_at(size_t number) {
  uint32_t& slot = slots_[number];
  if (slot == kNoSlot) {
    slot = static_cast<uint32_t>(cells_.size());
    cells_.emplace_back().guard = guards_[number].lock;
  }
  return cells_[slot];
}

uint32_t ConflictClasses::find_or_add(const ClassKey& key, Cell& cell) {
  std::vector<AccessClass>& classes = cell.classes;
  if (classes.size() <= kFew) {
    for (uint32_t i = 0; i < classes.size(); ++i)
      if (classes[i].key == key) return i;
  } else {
    if (cell.index.size() == 0)
      for (uint32_t i = 0; i < classes.size(); ++i)
        cell.index.find_or_add(classes[i].key.hash() >> 1).value = i;
    // Should two hashes ever be equal, a class appears twice: that costs, but changes no answer.
    const uint32_t* known = cell.index.find(key.hash() >> 1);
    if (known && classes[*known].key == key) return *known;
  }

  AccessClass fresh{EventId::none(), key, {}};
  const uint32_t added = static_cast<uint32_t>(classes.size());
  const auto compare = [&](uint32_t i) {
    AccessClass& old = classes[i];
    if (old.key.slot == key.slot || !(old.key.writes || key.writes)) return;
    if (old.key.atomic && key.atomic) return;
    if (held_.exclude(old.key.lockset, key.lockset)) return;
    fresh.open.push_back(i);
    old.open.push_back(added);
  };
  if (cell.guard.exists() && held_.has_exclusively(key.lockset, cell.guard)) {
    for (const uint32_t i : cell.unguarded) compare(i);
  } else {
    for (uint32_t i = 0; i < added; ++i) compare(i);
    cell.unguarded.push_back(added);
  }
  if (cell.index.size() > 0) cell.index.find_or_add(key.hash() >> 1).value = added;
  classes.push_back(std::move(fresh));
  return added;
}

}  // namespace foreweave
