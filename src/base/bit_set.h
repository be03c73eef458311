// A set of small numbers as bits, for walking over the few that matter among very many.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace foreweave {

class BitSet {
 public:
  BitSet() = default;
  // Of numbers below `size`; empty.
  explicit BitSet(size_t size) : size_(size), words_(size / 64 + 1) {}

  size_t size() const { return size_; }
  bool contains(size_t i) const { return words_[i / 64] >> (i % 64) & 1; }
  void add(size_t i) { words_[i / 64] |= uint64_t{1} << (i % 64); }
  // Bit k of `bits` says whether 64 * word + k is a member; bits behind size() must be 0.
  void set_word(size_t word, uint64_t bits) { words_[word] = bits; }
  // The first member that is at least `from` (at most size()); size() if there is none.
  size_t next(size_t from) const {
    size_t word = from / 64;
    uint64_t bits = words_[word] & ~uint64_t{0} << (from % 64);
    while (bits == 0) {
      if (++word == words_.size()) return size_;
      bits = words_[word];
    }
    return word * 64 + static_cast<size_t>(std::countr_zero(bits));
  }
  size_t memory_bytes() const { return words_.capacity() * sizeof(words_[0]); }

 private:
  size_t size_ = 0;
  std::vector<uint64_t> words_;
};

}  // namespace foreweave
