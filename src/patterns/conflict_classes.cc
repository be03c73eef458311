#include "patterns/conflict_classes.h"

namespace foreweave {

ConflictClasses::Cell& ConflictClasses::cell_at(size_t number) {
  uint32_t& slot = slots_[number];
  if (slot == kNoSlot) {
    slot = static_cast<uint32_t>(cells_.size());
    const CellGuard& guard = guards_[number];
    Cell& cell = cells_.emplace_back();
    cell.guard = guard.lock;
    if (guard.lock.exists() && !guard.others_hold_locks)
      cell.only_guard = held_.of_lock(guard.lock);
  }
  return cells_[slot];
}

uint32_t ConflictClasses::find(const ClassKey& key, Cell& cell) {
  const std::vector<AccessClass>& classes = cell.classes;
  const uint32_t none = static_cast<uint32_t>(classes.size());
  if (classes.size() <= kFew) {
    const uint32_t tag = key.tag();
    for (uint32_t i = 0; i < none; ++i)
      if (cell.tags[i] == tag && classes[i].key == key) return i;
    return none;
  }
  if (cell.index.size() == 0)
    for (uint32_t i = 0; i < none; ++i)
      cell.index.find_or_add(classes[i].key.hash() >> 1).value = i;
  // Should two hashes ever be equal, a class appears twice: that costs, but changes no answer.
  const uint32_t* known = cell.index.find(key.hash() >> 1);
  return known && classes[*known].key == key ? *known : none;
}

}  // namespace foreweave
