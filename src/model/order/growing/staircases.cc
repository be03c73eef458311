#include "model/order/growing/staircases.h"

#include <algorithm>
#include <bit>

#include "base/check.h"

namespace foreweave {

void Staircases::reset(size_t count) {
  heads_.assign(count, Block{});
  words_.resize(0);
  for (auto& blocks : free_) blocks.clear();
  for (size_t i = 0; i < long_count_; ++i) {
    long_[i].last_from.clear();
    long_[i].first_to.clear();
    long_[i].blocks.clear();
  }
  long_count_ = 0;
}

size_t Staircases::memory_bytes() const {
  size_t bytes = heads_.capacity() * sizeof(Block) + long_.capacity() * sizeof(Directory) +
                 words_.capacity() * sizeof(uint32_t) + scratch_.capacity() * sizeof(Stair);
  for (const auto& blocks : free_) bytes += blocks.capacity() * sizeof(uint32_t);
  for (const Directory& d : long_)
    bytes += (d.last_from.capacity() + d.first_to.capacity()) * sizeof(uint32_t) +
             d.blocks.capacity() * sizeof(Block);
  return bytes;
}

// --- adding and taking back --------------------------------------------------------------------

bool Staircases::add(size_t staircase, Stair step, std::vector<Stair>* removed) {
  Block& head = heads_[staircase];
  const std::span<const Stair> steps(&step, 1);
  if (!head.is_long) {
    const Room room = room_in(head, step);
    if (room.implied) return false;
    replace(head, room.first.index, room.last.index, steps, removed);
    return true;
  }
  Directory& d = long_[head.at];
  const Room room = room_in(d, step);
  if (room.implied) return false;
  replace(d, room.first, room.last, steps, removed);
  return true;
}

// What becomes superfluous starts at step.from or earlier and ends at step.to or later. Both
// numbers rise, so these steps are neighbours, and mostly few: they are not worth a search of their
// own.
Staircases::Room Staircases::room_in(const Block& b, Stair step) const {
  const uint32_t *from = froms(b), *to = tos(b);
  uint32_t last = count_below_in_block(from, b.size, step.from);
  if (last < b.size) {
    if (to[last] <= step.to) return {{}, {}, true};
    if (from[last] == step.from) ++last;
  }
  uint32_t first = last;
  while (first > 0 && to[first - 1] >= step.to) --first;
  return {{0, first}, {0, last}};
}

Staircases::Room Staircases::room_in(const Directory& d, Stair step) const {
  size_t k = count_below(d.last_from.data(), d.last_from.size(), step.from);
  if (k == d.blocks.size()) --k;
  Room room = room_in(d.blocks[k], step);
  if (room.implied) return room;
  Place& first = room.first;
  room.last.block = first.block = k;
  while (first.index == 0 && first.block > 0) {
    const Block& b = d.blocks[--first.block];
    if (d.first_to[first.block] >= step.to) continue;  // all of it
    first.index = b.size;
    while (tos(b)[first.index - 1] >= step.to) --first.index;
  }
  return room;
}

void Staircases::take_back(size_t staircase, Stair added, std::span<const Stair> removed) {
  Block& head = heads_[staircase];
  if (!head.is_long) {
    const uint32_t index = count_below_in_block(froms(head), head.size, added.from);
    CHECK(index < head.size && tos(head)[index] == added.to, "taking back what is not there");
    replace(head, index, index + 1, removed, nullptr);
    return;
  }
  Directory& d = long_[head.at];
  const size_t k = count_below(d.last_from.data(), d.last_from.size(), added.from);
  CHECK(k < d.blocks.size(), "taking back what is not there");
  const Block& b = d.blocks[k];
  const uint32_t index = count_below_in_block(froms(b), b.size, added.from);
  CHECK(tos(b)[index] == added.to, "taking back what is not there");
  replace(d, {k, index}, {k, index + 1}, removed, nullptr);
}

void Staircases::replace(Block& head, uint32_t first, uint32_t last, std::span<const Stair> steps,
                         std::vector<Stair>* removed) {
  if (removed) append_to(*removed, head, first, last);
  if (last - first == steps.size()) {  // often one for one
    overwrite(head, first, steps);
    return;
  }
  erase(head, first, last);
  if (head.size + steps.size() <= kLargest)
    insert(head, first, steps);
  else
    insert_and_split(make_long(head), {0, first}, steps);
}

void Staircases::replace(Directory& d, Place first, Place last, std::span<const Stair> steps,
                         std::vector<Stair>* removed) {
  if (removed)
    for (size_t k = first.block; k <= last.block; ++k)
      append_to(*removed, d.blocks[k], k == first.block ? first.index : 0,
                k == last.block ? last.index : d.blocks[k].size);
  if (first.block == last.block && last.index - first.index == steps.size()) {
    overwrite(d.blocks[first.block], first.index, steps);
    describe(d, first.block);
    return;
  }
  // The first block stays, even if empty, until the new steps are in.
  erase(d, first, last);
  insert(d, first, steps);
}

// --- one block ---------------------------------------------------------------------------------

Staircases::Block Staircases::make_block(uint8_t log_capacity) {
  Block b;
  b.log_capacity = log_capacity;
  if (auto& free = free_[log_capacity]; !free.empty()) {
    b.at = free.back();
    free.pop_back();
    std::fill_n(froms(b), 2 * size_t{b.capacity()}, kNone);
    return b;
  }
  const size_t at = words_.size();
  CHECK(at / kUnit < UINT32_MAX, "more steps than can be numbered");
  b.at = static_cast<uint32_t>(at / kUnit);
  std::fill_n(words_.append(2 * size_t{b.capacity()}), 2 * size_t{b.capacity()}, kNone);
  return b;
}

void Staircases::release(const Block& b) {
  if (b.capacity() > 0) free_[b.log_capacity].push_back(b.at);
}

void Staircases::reserve(Block& b, uint32_t size) {
  if (size <= b.capacity()) return;
  const int log = std::bit_width(size - 1);
  Block larger = make_block(std::max(kSmallestLog, static_cast<uint8_t>(log)));
  larger.size = b.size;
  std::copy_n(froms(b), b.size, froms(larger));
  std::copy_n(tos(b), b.size, tos(larger));
  release(b);
  b = larger;
}

void Staircases::append_to(std::vector<Stair>& out, const Block& b, uint32_t first,
                           uint32_t last) const {
  for (uint32_t i = first; i < last; ++i) out.push_back({froms(b)[i], tos(b)[i]});
}

void Staircases::erase(Block& b, uint32_t first, uint32_t last) {
  if (first == last) return;
  for (uint32_t* numbers : {froms(b), tos(b)}) {
    uint32_t* end = std::copy(numbers + last, numbers + b.size, numbers + first);
    std::fill(end, numbers + b.size, kNone);
  }
  b.size = static_cast<uint16_t>(b.size - (last - first));
}

void Staircases::insert(Block& b, uint32_t index, std::span<const Stair> steps) {
  const uint32_t count = static_cast<uint32_t>(steps.size());
  reserve(b, b.size + count);
  for (uint32_t* numbers : {froms(b), tos(b)})
    std::copy_backward(numbers + index, numbers + b.size, numbers + b.size + count);
  b.size = static_cast<uint16_t>(b.size + count);
  overwrite(b, index, steps);
}

void Staircases::overwrite(Block& b, uint32_t index, std::span<const Stair> steps) {
  uint32_t *from = froms(b) + index, *to = tos(b) + index;
  for (const Stair& step : steps) {
    *from++ = step.from;
    *to++ = step.to;
  }
}

// --- a row of blocks ---------------------------------------------------------------------------

Staircases::Directory& Staircases::make_long(Block& head) {
  if (long_count_ == long_.size()) long_.emplace_back();
  Directory& d = long_[long_count_];
  reserve(head, kLargest);
  d.blocks.push_back(head);
  d.last_from.push_back(0);
  d.first_to.push_back(0);
  describe(d, 0);
  head = Block{};
  head.at = static_cast<uint32_t>(long_count_++);
  head.is_long = true;
  return d;
}

void Staircases::describe(Directory& d, size_t block) const {
  const Block& b = d.blocks[block];
  d.last_from[block] = b.size == 0 ? 0 : froms(b)[b.size - 1];
  d.first_to[block] = b.size == 0 ? 0 : tos(b)[0];
}

void Staircases::remove_blocks(Directory& d, size_t first, size_t last) {
  for (size_t k = first; k < last; ++k) release(d.blocks[k]);
  const auto remove = [&](auto& column) {
    column.erase(column.begin() + static_cast<ptrdiff_t>(first),
                 column.begin() + static_cast<ptrdiff_t>(last));
  };
  remove(d.blocks);
  remove(d.last_from);
  remove(d.first_to);
}

// Two neighbours that fit in half a block become one, so blocks are a quarter full on average.
void Staircases::merge_small(Directory& d, size_t block) {
  if (block + 1 >= d.blocks.size()) return;
  Block &left = d.blocks[block], &right = d.blocks[block + 1];
  if (left.size + right.size > kLargest / 2) return;
  std::copy_n(froms(right), right.size, froms(left) + left.size);
  std::copy_n(tos(right), right.size, tos(left) + left.size);
  left.size = static_cast<uint16_t>(left.size + right.size);
  describe(d, block);
  remove_blocks(d, block + 1, block + 2);
}

void Staircases::erase(Directory& d, Place first, Place last) {
  if (first.block == last.block) {
    erase(d.blocks[first.block], first.index, last.index);
    return;
  }
  erase(d.blocks[first.block], first.index, d.blocks[first.block].size);
  Block& end = d.blocks[last.block];
  erase(end, 0, last.index);
  describe(d, last.block);
  remove_blocks(d, first.block + 1, end.size == 0 ? last.block + 1 : last.block);
}

void Staircases::insert(Directory& d, Place place, std::span<const Stair> steps) {
  Block& b = d.blocks[place.block];
  if (b.size + steps.size() > kLargest) {
    insert_and_split(d, place, steps);
    return;
  }
  insert(b, place.index, steps);
  if (b.size == 0 && d.blocks.size() > 1) {
    remove_blocks(d, place.block, place.block + 1);
  } else {
    describe(d, place.block);
    merge_small(d, place.block);
  }
  if (place.block > 0) merge_small(d, place.block - 1);
}

void Staircases::insert_and_split(Directory& d, Place place, std::span<const Stair> steps) {
  scratch_.clear();
  const Block old = d.blocks[place.block];
  append_to(scratch_, old, 0, place.index);
  scratch_.insert(scratch_.end(), steps.begin(), steps.end());
  append_to(scratch_, old, place.index, old.size);

  // Steps mostly come at the end, in order: full blocks stay behind there. Elsewhere leave room.
  const bool at_the_end = place.block + 1 == d.blocks.size() && place.index == old.size;
  const size_t total = scratch_.size();
  const size_t pieces = at_the_end ? (total + kLargest - 1) / kLargest : total / (kLargest / 2);
  const auto begin_of = [&](size_t piece) {
    return at_the_end ? std::min(piece * kLargest, total) : piece * total / pieces;
  };

  const auto open = [&](auto& column) {
    column.insert(column.begin() + static_cast<ptrdiff_t>(place.block) + 1, pieces - 1, {});
  };
  open(d.blocks);
  open(d.last_from);
  open(d.first_to);
  for (size_t piece = 0; piece < pieces; ++piece) {
    Block& b = d.blocks[place.block + piece];
    if (piece > 0)
      b = make_block(kLargestLog);
    else
      erase(b, 0, b.size);
    const size_t begin = begin_of(piece), end = begin_of(piece + 1);
    insert(b, 0, std::span<const Stair>(scratch_).subspan(begin, end - begin));
    describe(d, place.block + piece);
  }
}

}  // namespace foreweave
