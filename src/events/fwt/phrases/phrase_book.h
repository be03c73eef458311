// The phrases of a trace file, as the writer and the reader of a block of phrases both use them:
// what to expect of the next phrase and of the numbers in its blanks. docs/trace-format.md states
// these rules for other readers: they are part of the format.
//
// A blank for an address moves by a constant step, which the block tells. A blank for the value of
// an access finds what the image of memory says, which goes on from block to block.
#pragma once

#include <cstdint>
#include <vector>

#include "events/fwt/coding/phrase.h"

namespace foreweave {

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
  uint32_t first_step = 0, first_event = 0;
  uint32_t event_count = 0;
  uint16_t accesses = 0;      // their steps stand behind those of
  uint8_t moving = 0;         // blanks that move
  uint8_t differences = 0;    // blanks for values
  bool can_be_wrong = false;  // with some numbers: an event names a thread, or its size varies
};

// Whether every event that continues an access stands behind a part of that access, and the access
// is not larger than any that a program can make.
bool continues_well(const Phrase& phrase);

class FwtPhraseBook {
 public:
  // Requires at most kMaxPhraseEvents events, at least one, with blanks up to kMaxPhraseBlanks,
  // that continue well.
  void add(const Phrase& phrase);
  size_t size() const { return plans_.size(); }  // phrases

  const FwtPhrasePlan& plan(size_t phrase) const { return plans_[phrase]; }
  const FwtPhraseStep* steps(const FwtPhrasePlan& plan) const {
    return steps_.data() + plan.first_step;
  }
  const PhraseEvent* events(const FwtPhrasePlan& plan) const {
    return events_.data() + plan.first_event;
  }

 private:
  static FwtPhraseStep step_of(const PhraseEvent& event, bool is_difference,
                               const FwtPhraseStep* before);

  std::vector<FwtPhrasePlan> plans_;
  std::vector<FwtPhraseStep> steps_;
  std::vector<PhraseEvent> events_;
};

// A block has at most this many forms (a phrase, and which of its values are there). Up to
// kFwtShortForms of them, a use takes one byte, otherwise two.
inline constexpr size_t kFwtMaxForms = 1u << 16;
inline constexpr size_t kFwtShortForms = 256;

// With fewer uses of a form its moving blanks have no step.
inline constexpr size_t kFwtLeastRowsForAStep = 4;

}  // namespace foreweave
