// The phrases of one block as they were added: a slice of the total order.
#pragma once

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
    uint32_t number_count = 0;
  };

  FwtPhraseSlice() : numbers_(new uint64_t[kFwtMaxBlockNumbers]) {}

  bool is_empty() const { return phrases_.empty(); }
  uint32_t event_count() const { return event_count_; }
  bool has_room_for(const Shape& shape) const {
    return event_count_ + shape.event_count <= kFwtMaxPhraseBlockEvents &&
           number_count_ + shape.number_count + 1 <= kFwtMaxBlockNumbers;
  }
  // Requires room.
  void add(uint16_t thread, const PhraseUse& use, const Shape& shape) {
    if (runs_.empty() || runs_.back().thread != thread) runs_.push_back({thread, 0});
    ++runs_.back().count;
    phrases_.push_back(use.phrase);
    event_count_ += shape.event_count;
    uint64_t* to = numbers_.get() + number_count_;
    *to++ = 0;  // blank 0 is no number but zero
    for (uint32_t i = 0; i < shape.number_count; ++i) to[i] = use.numbers[i];
    number_count_ += shape.number_count + 1;
  }
  void clear();

  const std::vector<FwtRun>& runs() const { return runs_; }
  const std::vector<uint32_t>& phrases() const { return phrases_; }
  // Of all phrases, one after the other: zero, and as many as its shape says.
  const uint64_t* numbers() const { return numbers_.get(); }

 private:
  std::vector<FwtRun> runs_;
  std::vector<uint32_t> phrases_;
  std::unique_ptr<uint64_t[]> numbers_;
  size_t number_count_ = 0;
  uint32_t event_count_ = 0;
};

// How many events a phrase has, and how many numbers it needs.
FwtPhraseSlice::Shape shape_of(const Phrase& phrase);

}  // namespace foreweave
