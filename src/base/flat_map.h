// A map from numbers to numbers for tables that grow with the trace: one array, probed in order,
// nothing to free entry by entry. std::unordered_map spent most of its time in malloc and in cache
// misses where each key is looked up once or twice. The key UINT64_MAX cannot be used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace foreweave {

template <class Value = uint32_t>
class FlatMap {
 public:
  size_t size() const { return size_; }

  // Null if there is none. Valid until something is added.
  const Value* find(uint64_t key) const {
    if (slots_.empty()) return nullptr;
    for (size_t i = home(key);; i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i].key == key) return &slots_[i].value;
      if (slots_[i].key == kEmpty) return nullptr;
    }
  }
  Value* find(uint64_t key) { return const_cast<Value*>(std::as_const(*this).find(key)); }

  // What is there, or a fresh Value; tells which. Valid until something else is added.
  struct Place {
    Value& value;
    bool is_new;
  };
  Place find_or_add(uint64_t key) {
    if (size_ >= slots_.size() / 2) grow();
    for (size_t i = home(key);; i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i].key == key) return {slots_[i].value, false};
      if (slots_[i].key != kEmpty) continue;
      slots_[i].key = key;
      ++size_;
      return {slots_[i].value, true};
    }
  }

  // visit(key, value), in no particular order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Slot& slot : slots_)
      if (slot.key != kEmpty) visit(slot.key, slot.value);
  }

 private:
  static constexpr uint64_t kEmpty = UINT64_MAX;
  struct Slot {
    uint64_t key = kEmpty;
    Value value = {};
  };

  size_t home(uint64_t key) const {
    key ^= key >> 32;
    return (key * 0x9e3779b97f4a7c15u) >> shift_;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 16 : slots_.size() * 2);
    old.swap(slots_);
    shift_ = old.empty() ? 60 : shift_ - 1;
    for (Slot& slot : old) {
      if (slot.key == kEmpty) continue;
      size_t i = home(slot.key);
      while (slots_[i].key != kEmpty) i = (i + 1) & (slots_.size() - 1);
      slots_[i] = std::move(slot);
    }
  }

  std::vector<Slot> slots_;  // a power of two, at most half full
  size_t size_ = 0;
  unsigned shift_ = 64;
};

}  // namespace foreweave
