// The threads of a trace's events. Nearly every program has so few threads that two bytes hold
// their numbers; from the first larger number on all take four.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bytes/stream_copy.h"
#include "base/column.h"
#include "base/page_maker.h"

namespace foreweave {

class ThreadColumn {
 public:
  size_t size() const { return wide_.data() ? wide_.size() : narrow_.size(); }
  uint32_t operator[](size_t i) const {
    const uint32_t* const wide = wide_.data();
    return wide ? wide[i] : narrow_[i];
  }

  void reserve(size_t count) {
    if (wide_.data())
      wide_.reserve(count);
    else
      narrow_.reserve(count);
  }

  PageMaker::Range range() { return wide_.data() ? PageMaker::of(wide_) : PageMaker::of(narrow_); }

  // At most kMost of them.
  static constexpr size_t kMost = 128;
  void append(std::span<const uint32_t> threads) {
    if (!wide_.data()) {
      alignas(16) uint16_t narrow[kMost];
      uint32_t all = 0;
      for (size_t i = 0; i < threads.size(); ++i) {
        narrow[i] = static_cast<uint16_t>(threads[i]);
        all |= threads[i];
      }
      if (all <= UINT16_MAX) [[likely]]
        return stream_copy(narrow_.append(threads.size()), narrow,
                           threads.size() * sizeof(narrow[0]));
      widen();
    }
    stream_copy(wide_.append(threads.size()), threads.data(), threads.size_bytes());
  }

  size_t memory_bytes() const {
    return narrow_.capacity() * sizeof(narrow_[0]) + wide_.capacity() * sizeof(wide_[0]);
  }

 private:
  void widen() {
    wide_.reserve(narrow_.capacity() + kMost);
    uint32_t* const wide = wide_.append(narrow_.size());
    for (size_t i = 0; i < narrow_.size(); ++i) wide[i] = narrow_[i];
    narrow_ = Column<uint16_t>();
  }

  Column<uint16_t> narrow_;
  Column<uint32_t> wide_;  // if there is any, all of them
};

}  // namespace foreweave
