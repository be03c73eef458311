// What writer and reader of a block of events both expect of the next event, so that only what
// differs is written. docs/trace-format.md states these rules for other readers: they are part of
// the format.
//
// A thread mostly does what it did before: after one site comes the site that followed it last
// time; a site keeps its kind and size; its addresses move by a constant step; and an access finds
// the value that was last seen at its address. Everything starts from zero at each block, so that a
// block can be read by itself.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "events/build/event_batch.h"
#include "events/build/trace_builder.h"
#include "events/fwt/coding/numbers.h"
#include "events/fwt/coding/runs.h"
#include "events/kind.h"

namespace foreweave {

// The last value seen at an address, or at one that shares its slot.
struct FwtCell {
  uint64_t address = 0;
  uint64_t value = 0;
};

// An access with a value: its cell knows best what to expect.
inline bool goes_by_cell(const EventShape& shape) {
  return (shape.access & EventShape::kHasValue) != 0;
}

// The last event of a thread at a site, or at one that shares its slot.
struct FwtSiteMemory {
  FwtCell last;  // operand and value
  EventShape shape;
  int32_t step = 0;  // of the operand, once it was seen twice in a row
  int32_t last_step = 0;

  uint64_t expected_operand() const { return last.address + static_cast<uint64_t>(int64_t{step}); }
  uint64_t expected_value(const FwtCell& cell, uint64_t operand) const {
    return fwt_choose(cell.address == operand, cell.value, last.value);
  }
  // `cell` may be the site's own.
  void learn(FwtCell& cell, uint64_t operand, uint64_t value) {
    const int32_t moved = static_cast<int32_t>(static_cast<uint32_t>(operand - last.address));
    step = moved == last_step ? moved : step;
    last_step = moved;
    last = {operand, value};
    cell = {operand, value};
  }
};

static_assert(sizeof(FwtSiteMemory) == 32);  // no more than half a cache line

struct FwtCells {
  FwtCell* cells = nullptr;
  uint32_t mask = 0;

  // The cell of an address for an event of `site`; the site's own if it does not go by cells.
  FwtCell& of(uint64_t address, FwtSiteMemory& site) const {
    FwtCell* const cell = &cells[(address * 0x9e3779b97f4a7c15) >> 50 & mask];
    const bool by_cell = goes_by_cell(site.shape);
    return *(__builtin_expect_with_probability(by_cell, 1, 0.5) ? cell : &site.last);
  }
};

// One thread's share of a block.
struct FwtPart {
  uint32_t thread = 0;
  uint32_t event_count = 0;
  uint32_t mask = 0;  // of its table of sites
  uint32_t slot = 0;  // in `next`: what the last event was
  FwtSiteMemory* sites = nullptr;
  uint32_t* next = nullptr;  // the site that followed, by slot

  // A branch leads to one of two places. Rare enough for the processor to bet against it: then the
  // next site does not have to wait for this value.
  static uint32_t slot_after(uint32_t slot_of_site, Kind kind, uint64_t value) {
    uint32_t slot = 2 * slot_of_site;
    if (kind == Kind::branch) [[unlikely]] {
      slot += static_cast<uint32_t>(value & 1);
      asm("" : "+r"(slot));  // keeps the compiler from making a conditional move of it
    }
    return slot;
  }
};

class FwtPredictor {
 public:
  static constexpr uint32_t kMaxSites = 1024;  // remembered by a thread
  static constexpr uint32_t kMaxCells = 4096;  // remembered by a block

  // Forgets everything and divides a block into its threads' parts, in the order in which `runs`
  // mentions them first. Every run's thread is below `thread_count`.
  void start(std::span<const FwtRun> runs, size_t thread_count);

  std::span<FwtPart> parts() { return parts_; }
  size_t part_of(uint32_t thread) const { return part_of_thread_[thread]; }
  FwtCells cells() { return {cells_.data(), static_cast<uint32_t>(cells_.size() - 1)}; }

 private:
  std::vector<uint32_t> part_of_thread_;
  std::vector<FwtPart> parts_;
  std::vector<FwtSiteMemory> sites_;
  std::vector<uint32_t> next_;
  std::vector<FwtCell> cells_;
};

// The control byte of an event.
inline constexpr uint8_t kFwtNewSite = 1;
inline constexpr uint8_t kFwtNewShape = 2;
inline constexpr unsigned kFwtOperandShift = 2;
inline constexpr unsigned kFwtValueShift = 5;

}  // namespace foreweave
