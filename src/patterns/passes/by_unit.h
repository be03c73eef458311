// Something for each unit of work (work_units.h) of each thread that can still go on. A list to go
// through as long as there are few, with an index from then on; units that are over are dropped
// whenever the list has doubled, so that an access costs the same on a deep stack as on a flat one.
#pragma once

#include <cstdint>
#include <vector>

#include "base/flat_map.h"
#include "patterns/passes/work_units.h"

namespace foreweave {

// T is made from nothing.
template <class T>
class ByUnit {
 public:
  using UnitId = WorkUnits::UnitId;

  // Valid until the next call.
  T& at(ThreadId t, UnitId unit, const WorkUnits& units) {
    if (items_.size() > kFew || index_.size() > 0) return at_index(t, unit, units);
    Item* left_behind = nullptr;  // by a unit that is over
    for (Item& item : items_) {
      if (item.thread != t) continue;
      if (item.unit == unit) return item.value;
      if (!left_behind && !units.is_open(t, item.unit)) left_behind = &item;
    }
    if (!left_behind) left_behind = &items_.emplace_back();
    *left_behind = {t, unit, {}};
    return left_behind->value;
  }

 private:
  static constexpr size_t kFew = 12;
  struct Item {
    ThreadId thread;
    UnitId unit = 0;
    T value = {};
  };

  // Invocations have numbers below 2^32, the units of functions begin at 2^62.
  static uint64_t key(ThreadId t, UnitId unit) {
    return uint64_t{t.value} << 33 | (unit >> 62) << 32 | (unit & UINT32_MAX);
  }

  T& at_index(ThreadId t, UnitId unit, const WorkUnits& units) {
    if (index_.size() == 0) make_index();
    if (const uint32_t* known = index_.find(key(t, unit))) return items_[*known].value;
    if (items_.size() >= drop_at_) {
      std::erase_if(items_,
                    [&](const Item& item) { return !units.is_open(item.thread, item.unit); });
      drop_at_ = 2 * items_.size() + kFew;
      make_index();
    }
    index_.find_or_add(key(t, unit)).value = static_cast<uint32_t>(items_.size());
    return items_.emplace_back(Item{t, unit, {}}).value;
  }

  void make_index() {
    index_ = {};
    for (uint32_t i = 0; i < items_.size(); ++i)
      index_.find_or_add(key(items_[i].thread, items_[i].unit)).value = i;
  }

  std::vector<Item> items_;
  FlatMap<uint32_t> index_;  // once there are more than a few
  size_t drop_at_ = 2 * kFew;
};

}  // namespace foreweave
