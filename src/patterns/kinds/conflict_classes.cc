#include "patterns/kinds/conflict_classes.h"

#include "base/check.h"

namespace foreweave {

ConflictClasses::Cell& ConflictClasses::cell_at(size_t number) {
  uint32_t& slot = slots_[number];
  if (slot == kNoSlot) {
    slot = cell_count_++;
    if (slot % kAtOnce == 0) cells_.push_back(std::make_unique<Cell[]>(kAtOnce));
    const CellGuard& guard = guards_[number];
    Cell& cell = cell_in(slot);
    cell.guard = guard.lock;
    if (guard.lock.exists() && !guard.others_hold_locks)
      cell.only_guard = held_.of_lock(guard.lock);
    cell.block = make_blocks(1) & kNoBlock;
  }
  return cell_in(slot);
}

uint32_t ConflictClasses::make_blocks(uint32_t count) {
  const auto first = static_cast<uint32_t>(blocks_.size());
  CHECK(blocks_.size() + count < std::min<size_t>(kNone / kInBlock, kNoBlock),
        "too many classes of accesses");
  std::fill_n(blocks_.append(count), count, Block{});
  open_of_.resize(blocks_.size() * kInBlock, kNone);
  return first;
}

namespace {
// Of a class in a table that is for all cells.
uint64_t table_key(uint64_t cell, uint32_t site, uint32_t lockset, uint32_t by) {
  constexpr uint64_t kMix = 0x9e3779b97f4a7c15u;
  uint64_t h = (uint64_t{site} << 32 | lockset) * kMix;
  h = ((h ^ (h >> 29)) + (cell << 32 | by)) * kMix;
  return (h ^ (h >> 32)) >> 1;
}
}  // namespace

ConflictClasses::ClassId ConflictClasses::look_up(const AccessClass& key,
                                                  uint32_t cell_slot) const {
  // Should two keys ever be equal, a class appears twice: that costs, but changes no answer.
  const ClassId* known = table_.find(table_key(cell_slot, key.site.value, key.lockset, key.who()));
  if (!known) return kNone;
  return blocks_[*known / kInBlock].classes[*known % kInBlock].is_same(key) ? *known : kNone;
}

ConflictClasses::ClassId ConflictClasses::free_place(uint32_t block) const {
  for (uint32_t i = 0; i < kInBlock; ++i)
    if (blocks_[block].classes[i].by == kNobody) return block * kInBlock + i;
  return kNone;
}

ConflictClasses::ClassId ConflictClasses::place(const AccessClass& key, Cell& cell,
                                                uint32_t cell_slot) {
  using Classes = Cell::Classes;
  ClassId free = free_place(block_of(cell, key.slot()));
  if (free == kNone && cell.are == Classes::in_one_block && spread_ > 1) {
    spread(cell);
    free = free_place(block_of(cell, key.slot()));
  }
  if (free == kNone) {
    if (cell.are != Classes::looked_up) make_table(cell, cell_slot);
    cell.block = make_blocks(1) & kNoBlock;
    free = free_place(cell.block);
  }
  at(free) = key;
  if (cell.are == Classes::looked_up)
    table_.find_or_add(table_key(cell_slot, key.site.value, key.lockset, key.who())).value = free;
  return free;
}

// From one block to one for each slot, or a few slots.
void ConflictClasses::spread(Cell& cell) {
  cell.block = make_blocks(spread_) & kNoBlock;
  cell.are = Cell::Classes::by_slot;
  for (ClassId& c : cell.order) {
    const ClassId to = free_place(block_of(cell, at(c).slot()));
    at(to) = at(c);
    std::swap(open_of_[to], open_of_[c]);
    c = to;
  }
}

void ConflictClasses::make_table(Cell& cell, uint32_t cell_slot) {
  cell.are = Cell::Classes::looked_up;
  for (const ClassId c : cell.order) {
    const AccessClass& known = at(c);
    table_.find_or_add(table_key(cell_slot, known.site.value, known.lockset, known.who())).value =
        c;
  }
}

}  // namespace foreweave
