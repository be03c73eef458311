// Numbers the names of an STD text: each distinct name gets the next number, from 0. Built for one
// look-up a line: a name of up to 16 bytes is compared as two words and never touched in the text
// again; longer ones are hashed and then compared byte by byte.
//
// Keeps pointers into the text, which must stay alive and unchanged.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/column.h"

namespace foreweave {

// A name as the table compares it.
struct StdName {
  const char* data = nullptr;
  uint32_t size = 0;
  uint64_t low = 0, high = 0;  // the bytes, if they are at most 16; otherwise low is their hash

  StdName() = default;
  explicit StdName(std::string_view text);
  StdName(const char* d, uint32_t n, uint64_t lo, uint64_t hi)
      : data(d), size(n), low(lo), high(hi) {}

  std::string_view text() const { return {data, size}; }
  bool is_long() const { return size > 16; }
};

// Of more than 16 bytes.
uint64_t hash_long_name(std::string_view text);

class StdNameTable {
 public:
  static constexpr uint32_t kAbsent = UINT32_MAX;

  uint32_t find(const StdName& name) const {
    for (size_t at = slot_of(name);; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.id == kAbsent) return kAbsent;
      if (slot.low == name.low && slot.size == name.size &&
          (name.is_long() ? same_long_name(slot, name) : slot.high == name.high))
        return slot.id;
    }
  }

  // A look-up will follow. Always inlined: GCC takes a function that only prefetches for one
  // without effect and drops the call.
  [[gnu::always_inline]] void prefetch(const StdName& name) const {
    __builtin_prefetch(&slots_[slot_of(name)]);
  }

  // `name` must not be in the table.
  uint32_t add(const StdName& name) {
    if (2 * (count_ + 1) > mask_) grow();
    insert({name.low, name.is_long() ? reinterpret_cast<uint64_t>(name.data) : name.high, name.size,
            count_});
    return count_++;
  }

  uint32_t size() const { return count_; }

 private:
  struct Slot {
    uint64_t low;
    uint64_t high;  // for a long name: where its bytes are
    uint32_t size;
    uint32_t id;
  };
  static constexpr Slot kFreeSlot{0, 0, 0, kAbsent};

  static bool same_long_name(const Slot& slot, const StdName& name) {
    return std::memcmp(reinterpret_cast<const char*>(slot.high), name.data, name.size) == 0;
  }
  size_t slot_of(uint64_t low, uint64_t high, uint32_t size) const {
    uint64_t h = (low ^ size) * 0x9e3779b97f4a7c15u;
    h ^= high * 0xd6e8feb86659fd93u;
    h ^= h >> 32;
    h *= 0xff51afd7ed558ccdu;
    return (h >> 29) & mask_;
  }
  size_t slot_of(const StdName& name) const {
    return slot_of(name.low, name.is_long() ? 0 : name.high, name.size);
  }
  void insert(const Slot& slot) {
    size_t at = slot_of(slot.low, slot.size > 16 ? 0 : slot.high, slot.size);
    while (slots_[at].id != kAbsent) at = (at + 1) & mask_;
    own_slots_[at] = slot;
  }
  void grow() {
    Column<Slot> old = std::move(own_slots_);
    own_slots_ = Column<Slot>();
    const size_t size = old.empty() ? 64 : 2 * old.size();
    std::fill_n(own_slots_.append(size), size, kFreeSlot);
    slots_ = own_slots_.data();
    mask_ = size - 1;
    for (const Slot& slot : old)
      if (slot.id != kAbsent) insert(slot);
  }

  const Slot* slots_ = &kFreeSlot;
  size_t mask_ = 0;         // one less than the number of slots
  Column<Slot> own_slots_;  // a power of two, at most half full; huge pages, or every look-up in a
                            // large table waits for the address translation
  uint32_t count_ = 0;
};

}  // namespace foreweave
