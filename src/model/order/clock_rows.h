// Vector clocks in rows of equal width, kept in one array and recycled.
//
// A component is an *exclusive bound on event numbers*: row[u] = b says that all events of thread u
// with a number below b are ordered before. So an event e of u is covered if e < row[u], no second
// numbering of a thread's events is needed, and a clock is at once the backward cone of an event.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "base/check.h"

namespace foreweave {

using Row = uint32_t;  // a row's number
inline constexpr Row kNoRow = UINT32_MAX;

class ClockRows {
 public:
  explicit ClockRows(uint32_t width) : width_(width) {}

  uint32_t width() const { return width_; }

  // All zeros.
  Row make() {
    if (!free_.empty()) {
      const Row row = free_.back();
      free_.pop_back();
      std::fill_n(at(row), width_, 0u);
      return row;
    }
    const Row row = count_++;
    components_.resize(components_.size() + width_);
    return row;
  }
  Row copy(Row from) {
    const Row row = make();
    std::copy_n(at(from), width_, at(row));
    return row;
  }
  void release(Row row) { free_.push_back(row); }

  uint32_t* at(Row row) { return components_.data() + size_t{row} * width_; }
  const uint32_t* at(Row row) const { return components_.data() + size_t{row} * width_; }
  std::span<const uint32_t> view(Row row) const { return {at(row), width_}; }

  void assign(Row to, Row from) { std::copy_n(at(from), width_, at(to)); }
  // Tells whether `to` grew.
  bool join(Row to, Row from) { return join(at(to), at(from), width_); }

  // Four at a time: compilers leave a loop of unknown length as it is, and this is where the
  // engines spend their time.
  static bool join(uint32_t* __restrict to, const uint32_t* __restrict from, uint32_t width) {
    using Four = uint32_t __attribute__((vector_size(16)));
    Four any_grew{};
    uint32_t i = 0;
    for (; i + 4 <= width; i += 4) {
      Four old, other;
      std::memcpy(&old, to + i, sizeof old);
      std::memcpy(&other, from + i, sizeof other);
      const Four grew = other > old;
      old = (other & grew) | (old & ~grew);
      any_grew |= grew;
      std::memcpy(to + i, &old, sizeof old);
    }
    uint32_t grew = any_grew[0] | any_grew[1] | any_grew[2] | any_grew[3];
    for (; i < width; ++i) {
      grew |= static_cast<uint32_t>(from[i] > to[i]);
      to[i] = std::max(to[i], from[i]);
    }
    return grew != 0;
  }

 private:
  uint32_t width_;
  Row count_ = 0;
  std::vector<uint32_t> components_;
  std::vector<Row> free_;
};

}  // namespace foreweave
