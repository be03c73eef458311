// The phrases of a trace file, as the writer and the reader of a block of phrases both use them:
// what to expect of the next phrase and of the numbers in its blanks. docs/trace-format.md states
// these rules for other readers: they are part of the format.
//
// After a phrase comes the one that followed it last time. A blank for an address moves by a
// constant step. Both start from zero at each block. A blank for the value of an access finds what
// the image of memory says, which goes on from block to block.
#pragma once

#include <cstdint>
#include <vector>

#include "events/fwt_numbers.h"
#include "events/phrase.h"

namespace foreweave {

// What a blank's last number was, and how far it moved.
struct FwtBlankMemory {
  uint64_t last = 0;
  int32_t step = 0;  // once it was seen twice in a row
  int32_t last_step = 0;

  uint64_t expected() const { return last + static_cast<uint64_t>(int64_t{step}); }
  void learn(uint64_t number) {
    const int32_t moved = static_cast<int32_t>(static_cast<uint32_t>(number - last));
    step = moved == last_step ? moved : step;
    last_step = moved;
    last = number;
  }
};

// A blank that moves, or an access that leaves a value in the image of memory.
struct FwtPhraseStep {
  uint8_t number = 0;          // the blank's
  uint8_t address = 0;         // blank that its event's address is counted from, if it is an access
  uint8_t size = 0;            // of the access
  uint8_t behind = 0;          // the address, if the event continues an access
  bool is_difference = false;  // the blank is for this value, which is not known otherwise
  uint64_t address_plus = 0;
  uint64_t plus = 0;  // added to the number, if it is no difference
};

struct FwtPhrasePlan {
  uint32_t first_step = 0, first_memory = 0, first_event = 0;
  uint32_t event_count = 0;
  uint16_t accesses = 0;    // their steps stand behind those of
  uint8_t moving = 0;       // blanks that move
  uint8_t differences = 0;  // blanks for values
  bool can_be_wrong = false;  // with some numbers: an event names a thread, or its size varies

  // In the present block.
  uint32_t block = 0;  // the last one that it was used in
  uint32_t next = 0;   // plan of the phrase that came after it
  uint64_t codes = 0;  // of its first sixteen blanks, the last time that any number differed
};

// Whether every event that continues an access stands behind a part of that access, and the access
// is not larger than any that a program can make.
bool continues_well(const Phrase& phrase);

class FwtPhraseBook {
 public:
  FwtPhraseBook() : plans_(1) {}

  // Requires at most kMaxPhraseEvents events, at least one, with blanks up to kMaxPhraseBlanks,
  // that continue well.
  void add(const Phrase& phrase);
  size_t size() const { return plans_.size() - 1; }  // phrases

  // Plan 0 is of no phrase: it stands before a block's first. Phrase n has plan n + 1.
  FwtPhrasePlan& plan(size_t n) { return plans_[n]; }
  const FwtPhraseStep* steps(const FwtPhrasePlan& plan) const {
    return steps_.data() + plan.first_step;
  }
  const PhraseEvent* events(const FwtPhrasePlan& plan) const {
    return events_.data() + plan.first_event;
  }
  FwtBlankMemory* memories(const FwtPhrasePlan& plan) {
    return memories_.data() + plan.first_memory;
  }
  FwtBlankMemory* all_memories() { return memories_.data(); }

  void start_block();
  // The plan knows nothing if this block has not used it yet.
  void touch(FwtPhrasePlan& plan) {
    if (plan.block != block_) [[unlikely]]
      forget(plan);
  }

 private:
  void forget(FwtPhrasePlan& plan);
  static FwtPhraseStep step_of(const PhraseEvent& event, bool is_difference,
                               const FwtPhraseStep* before);

  std::vector<FwtPhrasePlan> plans_;
  std::vector<FwtPhraseStep> steps_;
  std::vector<PhraseEvent> events_;
  std::vector<FwtBlankMemory> memories_;
  uint32_t block_ = 0;
};

// A phrase's control byte: whether it is another one than expected; whether the codes of its first
// sixteen blanks are those of the last time; and for every sixteen blanks whether codes follow.
inline constexpr unsigned kFwtOtherPhrase = 1;
inline constexpr unsigned kFwtSameCodes = 2;
inline constexpr unsigned kFwtFirstGroup = 4;
inline constexpr unsigned kFwtBlankGroup = 16;
static_assert(kMaxPhraseBlanks <= 6 * kFwtBlankGroup);

// Phrases from here on have four more bytes in their column.
inline constexpr uint16_t kFwtLongPhrase = 0xffff;

}  // namespace foreweave
