// Phrases: sequences of events that a program performs over and over, with blanks for what differs
// from time to time.
//
// A loop's body touches other addresses and sees other values in every round, but its sites, kinds,
// sizes and branch outcomes are those of the round before. A recorder that knows such sequences
// beforehand hands over a phrase and the numbers for its blanks, instead of event by event.
#pragma once

#include <cstdint>
#include <vector>

#include "events/kind.h"

namespace foreweave {

// plus, or plus a blank's number.
struct PhraseNumber {
  uint8_t blank = 0;  // 0: none; n: the n-th of the numbers that come with the phrase
  uint64_t plus = 0;

  bool operator==(const PhraseNumber&) const = default;
};

struct PhraseEvent {
  Kind kind = Kind::thread_begin;
  uint8_t flags = 0;
  uint32_t site = 0;
  PhraseNumber size, operand, value;  // as in RawEvent

  // An access with a value: later accesses of the same address may be expected to see it.
  bool leaves_value() const { return is_access(kind) && (flags & FW_FLAG_HAS_VALUE) != 0; }
  bool operator==(const PhraseEvent&) const = default;
};

using Phrase = std::vector<PhraseEvent>;

// A phrase by its number, and the numbers for its blanks.
struct PhraseUse {
  uint32_t phrase = 0;
  const uint64_t* numbers = nullptr;
};

inline constexpr size_t kMaxPhraseEvents = 1024;
inline constexpr size_t kMaxPhraseBlanks = 96;

}  // namespace foreweave
