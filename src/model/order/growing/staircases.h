// Staircases: for one ordered pair of chains, which position of the second comes after which
// position of the first. Many of them share one memory.
//
// The edges from chain t to chain u are pairs (from, to). What the order asks is the least `to`
// among the edges that start at a position or later: a suffix minimum, which as a function of the
// position only ever rises. An edge that starts no later and ends no earlier than another adds
// nothing to it. What remains are its *steps*, rising strictly in both numbers, so the same sorted
// list answers both ways round: the first step that starts at i or later, and the last step that
// ends at j or earlier.
//
// A short staircase is one sorted block that grows by doubling. A long one is a row of blocks with
// a directory of their last `from` and first `to`, so that an insertion moves one block's contents
// and not all. Memory grows with the steps, never with the length of the chains.
//
// A step that is added may make others superfluous. They are handed to the caller, who can bring
// them back with take_back().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/column.h"

namespace foreweave {

struct Stair {
  uint32_t from = 0;
  uint32_t to = 0;
  friend bool operator==(const Stair&, const Stair&) = default;
};

class Staircases {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // So many empty staircases. Keeps the memory. No number in a step or a question may be kNone.
  void reset(size_t count);

  // Where the first step that starts at `from` or later ends; kNone if there is no such step.
  uint32_t first_end(size_t staircase, uint32_t from) const;
  // Where the last step that ends at `to` or earlier starts; kNone if there is no such step.
  uint32_t last_start(size_t staircase, uint32_t to) const;

  // Adds a step, unless it is implied, and tells whether it did. The steps that it makes
  // superfluous are appended to `removed`, if that is given, in order.
  bool add(size_t staircase, Stair step, std::vector<Stair>* removed);
  // Undoes the latest add() to this staircase that is not undone yet.
  void take_back(size_t staircase, Stair added, std::span<const Stair> removed);

  size_t memory_bytes() const;

 private:
  // Blocks lie in words_: first every `from`, then, half the block's words further on, every `to`.
  // What is not used is kNone.
  static constexpr uint32_t kUnit = 8;  // `at` counts in words of this number
  static constexpr uint32_t kGroup = 8;
  static constexpr uint8_t kSmallestLog = 3, kLargestLog = 7;
  static constexpr uint32_t kLargest = 1u << kLargestLog;

  struct Block {
    uint32_t at = 0;  // in words_; for a long staircase, its number in long_
    uint16_t size = 0;
    uint8_t log_capacity = 0;
    bool is_long = false;

    uint32_t capacity() const { return log_capacity == 0 ? 0 : 1u << log_capacity; }
  };
  struct Directory {
    std::vector<uint32_t> last_from, first_to;  // by block; 0 for an empty block
    std::vector<Block> blocks;                  // at least one; only a single one may be empty
  };
  struct Place {
    size_t block;
    uint32_t index;  // in the block, or its size
  };

  uint32_t* froms(const Block& b) { return words_.data() + size_t{b.at} * kUnit; }
  const uint32_t* froms(const Block& b) const { return words_.data() + size_t{b.at} * kUnit; }
  uint32_t* tos(const Block& b) { return froms(b) + b.capacity(); }
  const uint32_t* tos(const Block& b) const { return froms(b) + b.capacity(); }

  static uint32_t count_below_in_block(const uint32_t* numbers, uint32_t size, uint32_t bound);

  Block make_block(uint8_t log_capacity);
  void release(const Block& b);
  void reserve(Block& b, uint32_t size);
  void append_to(std::vector<Stair>& out, const Block& b, uint32_t first, uint32_t last) const;
  void erase(Block& b, uint32_t first, uint32_t last);
  void overwrite(Block& b, uint32_t index, std::span<const Stair> steps);
  void insert(Block& b, uint32_t index, std::span<const Stair> steps);

  // Where a step belongs: in front of `last`, and instead of those from `first` on.
  struct Room {
    Place first, last;
    bool implied = false;  // the step is not needed
  };
  Room room_in(const Block& b, Stair step) const;
  Room room_in(const Directory& d, Stair step) const;
  void replace(Block& head, uint32_t first, uint32_t last, std::span<const Stair> steps,
               std::vector<Stair>* removed);
  void replace(Directory& d, Place first, Place last, std::span<const Stair> steps,
               std::vector<Stair>* removed);
  void erase(Directory& d, Place first, Place last);
  void insert(Directory& d, Place place, std::span<const Stair> steps);
  void insert_and_split(Directory& d, Place place, std::span<const Stair> steps);
  void describe(Directory& d, size_t block) const;
  void remove_blocks(Directory& d, size_t first, size_t last);
  void merge_small(Directory& d, size_t block);
  Directory& make_long(Block& head);

  std::vector<Block> heads_;  // by staircase
  std::vector<Directory> long_;
  size_t long_count_ = 0;  // the rest of long_ is kept for its memory
  Column<uint32_t> words_;
  std::array<std::vector<uint32_t>, kLargestLog + 1> free_;  // by log_capacity
  std::vector<Stair> scratch_;
};

// --- looking up --------------------------------------------------------------------------------

// How many of the `size` rising numbers are below `bound`. No branch depends on the numbers: half
// of those would be guessed wrong.
inline uint32_t count_below(const uint32_t* numbers, size_t size, uint32_t bound) {
  const uint32_t* base = numbers;
  while (size > 1) {
    const size_t half = size / 2;
    base += half & -static_cast<size_t>(base[half - 1] < bound);
    size -= half;
  }
  return static_cast<uint32_t>(base - numbers) + (size == 1 && *base < bound);
}

// The same in a block, where numbers lie in groups of eight and kNone fills the last. The halving
// ends at a group, whose numbers are compared side by side: the last three halvings would each wait
// for the one before.
inline uint32_t Staircases::count_below_in_block(const uint32_t* numbers, uint32_t size,
                                                 uint32_t bound) {
  if (size == 0) return 0;
  const uint32_t* base = numbers;
  for (size_t groups = (size + kGroup - 1) / kGroup; groups > 1;) {
    const size_t half = groups / 2;
    base += (half * kGroup) & -static_cast<size_t>(base[half * kGroup - 1] < bound);
    groups -= half;
  }
  uint32_t count = 0;
  for (uint32_t i = 0; i < kGroup; ++i) count += base[i] < bound;
  return static_cast<uint32_t>(base - numbers) + count;
}

inline uint32_t Staircases::first_end(size_t staircase, uint32_t from) const {
  const Block* block = &heads_[staircase];
  if (block->is_long) {
    const Directory& d = long_[block->at];
    const uint32_t k = count_below(d.last_from.data(), d.last_from.size(), from);
    if (k == d.blocks.size()) return kNone;
    block = &d.blocks[k];
  }
  const uint32_t index = count_below_in_block(froms(*block), block->size, from);
  return index == block->size ? kNone : tos(*block)[index];
}

inline uint32_t Staircases::last_start(size_t staircase, uint32_t to) const {
  const Block* block = &heads_[staircase];
  if (block->is_long) {
    const Directory& d = long_[block->at];
    const uint32_t k = count_below(d.first_to.data(), d.first_to.size(), to + 1);
    if (k == 0) return kNone;
    block = &d.blocks[k - 1];
  }
  const uint32_t index = count_below_in_block(tos(*block), block->size, to + 1);
  return index == 0 ? kNone : froms(*block)[index - 1];
}

}  // namespace foreweave
