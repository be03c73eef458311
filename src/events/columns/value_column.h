// The values of a trace's events. Most are small and take four bytes; a large one takes four and a
// place among the large values, which repeated ones (pointers, mostly) share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "base/column.h"

namespace foreweave {

class ValueColumn {
 public:
  bool empty() const { return stored_.empty(); }
  uint64_t operator[](size_t i) const {
    const uint32_t stored = stored_[i];
    return stored & kIsLarge ? large_[stored & ~kIsLarge] : stored;
  }

  void reserve(size_t count) { stored_.reserve(count); }
  void append_zeros(size_t count) { stored_.resize(stored_.size() + count); }
  // Room for `n` more; the caller puts store() of each value there.
  uint32_t* append(size_t n) { return stored_.append(n); }
  uint32_t store(uint64_t value) {
    return value < kIsLarge ? static_cast<uint32_t>(value) : store_large(value);
  }

  size_t memory_bytes() const {
    return stored_.capacity() * sizeof(stored_[0]) + large_.capacity() * sizeof(large_[0]);
  }

 private:
  static constexpr uint32_t kIsLarge = uint32_t{1} << 31;
  static constexpr size_t kRecent = 1024;

  uint32_t store_large(uint64_t value) {
    if (recent_.empty()) recent_.resize(kRecent);
    uint32_t& place = recent_[(value * 0x9e3779b97f4a7c15u) >> 54];
    if (place >= large_.size() || large_[place] != value) {
      CHECK(large_.size() < kIsLarge, "too many large values");
      place = static_cast<uint32_t>(large_.size());
      large_.push_back(value);
    }
    return place | kIsLarge;
  }

  Column<uint32_t> stored_;
  Column<uint64_t> large_;
  Column<uint32_t> recent_;  // by hash: where a value lies in large_
};

}  // namespace foreweave
