// The phrases of one block as they were added: a slice of the total order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "events/fwt_layout.h"
#include "events/fwt_runs.h"
#include "events/phrase.h"

namespace foreweave {

class FwtPhraseSlice {
 public:
  struct Shape {
    uint32_t event_count = 0;
    uint32_t number_count = 0;  // if all are there
  };

  // As it was added, with its numbers elsewhere.
  struct Use {
    uint32_t phrase = 0;
    uint32_t optional = 0;
    uint32_t times = 0;
    uint8_t numbers = 0, distance = 0;  // of one time; from its first to the next one's first
  };

  FwtPhraseSlice() : numbers_(new uint64_t[kFwtMaxBlockNumbers]) {}

  bool is_empty() const { return uses_.empty(); }
  uint32_t event_count() const { return event_count_; }
  // How many times a phrase of this shape could be added, up to `times`.
  uint32_t room_for(const Shape& shape, uint32_t times) const {
    const uint32_t events = kFwtMaxPhraseBlockEvents - event_count_;
    const uint32_t blanks = kFwtMaxBlockNumbers - blank_count_;
    if (uint64_t{times} * shape.event_count <= events &&
        uint64_t{times} * (shape.number_count + 1) <= blanks) [[likely]]
      return times;
    return std::min(events / shape.event_count, blanks / (shape.number_count + 1));
  }
  // Requires room, and gaps of at most one number.
  void add(uint16_t thread, const PhraseUse& use, const Shape& shape) {
    if (runs_.empty() || runs_.back().thread != thread) [[unlikely]]
      runs_.push_back({thread, 0});
    runs_.back().count += use.times;
    const uint32_t distance = use.number_count + use.gap;
    uses_.push_back({use.phrase, use.optional, use.times, static_cast<uint8_t>(use.number_count),
                     static_cast<uint8_t>(distance)});
    event_count_ += use.times * shape.event_count;
    blank_count_ += use.times * (shape.number_count + 1);
    copy(use.numbers, (use.times - 1) * distance + use.number_count);
  }
  void clear();

  const std::vector<FwtRun>& runs() const { return runs_; }
  const std::vector<Use>& uses() const { return uses_; }
  // Of all uses, one after the other.
  const uint64_t* numbers() const { return numbers_.get(); }

 private:
  // Mostly few.
  void copy(const uint64_t* from, uint32_t count) {
    uint64_t* const to = numbers_.get() + number_count_;
    for (uint32_t i = 0; i < count; ++i) to[i] = from[i];
    number_count_ += count;
  }

  std::vector<FwtRun> runs_;
  std::vector<Use> uses_;
  std::unique_ptr<uint64_t[]> numbers_;
  size_t number_count_ = 0;
  uint32_t event_count_ = 0;
  uint32_t blank_count_ = 0;  // if all numbers were there, and one for each use
};

// How many numbers a phrase needs if all are there.
uint32_t number_count(const Phrase& phrase);

}  // namespace foreweave
