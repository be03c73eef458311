// Things that are found by a key and numbered as they are added: a list to go through as long as
// there are few, with an index from then on. Most lists have few, and are asked for the same again.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "base/flat_map.h"

namespace foreweave {

inline uint64_t hash_of(std::initializer_list<uint64_t> parts) {
  uint64_t h = 0;
  for (const uint64_t part : parts) {
    h = (h ^ part) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
  }
  return h;
}

// T has a member `key` of type Key and is made from one; Key has == and hash().
template <class Key, class T>
class KeyedList {
 public:
  size_t size() const { return items_.size(); }
  T& operator[](size_t i) { return items_[i]; }
  const T& operator[](size_t i) const { return items_[i]; }

  // If there is none, one is made and added(it, its number) called before it is in the list.
  template <class Added>
  T& find_or_add(const Key& key, Added added) {
    if (last_ < items_.size() && items_[last_].key == key) return items_[last_];
    last_ = find(key);
    if (last_ < items_.size()) return items_[last_];
    T fresh{key};
    added(fresh, last_);
    if (index_.size() > 0) index_.find_or_add(key.hash() >> 1).value = last_;
    items_.push_back(std::move(fresh));
    return items_.back();
  }

 private:
  static constexpr size_t kFew = 12;

  uint32_t find(const Key& key) {
    if (items_.size() <= kFew) {
      for (uint32_t i = 0; i < items_.size(); ++i)
        if (items_[i].key == key) return i;
      return static_cast<uint32_t>(items_.size());
    }
    if (index_.size() == 0)
      for (uint32_t i = 0; i < items_.size(); ++i)
        index_.find_or_add(items_[i].key.hash() >> 1).value = i;
    // Should two hashes ever be equal, a thing may be there twice.
    const uint32_t* known = index_.find(key.hash() >> 1);
    if (known && items_[*known].key == key) return *known;
    return static_cast<uint32_t>(items_.size());
  }

  std::vector<T> items_;
  FlatMap<uint32_t> index_;  // by hash, once there are more than a few
  uint32_t last_ = 0;        // found last
};

}  // namespace foreweave
