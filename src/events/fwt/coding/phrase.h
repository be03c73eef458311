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
  // It is a further part of the access before it, which was one for the program: in the image of
  // memory it lies right behind that, even where the image ends.
  bool continues = false;

  // An access with a value that the image of memory holds afterwards.
  bool leaves_value() const {
    return is_access(kind) && (flags & FW_FLAG_HAS_VALUE) != 0 && size.blank == 0 &&
           size.plus >= 1 && size.plus <= 8;
  }
  bool operator==(const PhraseEvent&) const = default;
};

using Phrase = std::vector<PhraseEvent>;

// Which numbers come with every use of a phrase, and which only with some: the k-th optional ones
// come if bit k says so, and are zero otherwise.
class PhraseLayout {
 public:
  PhraseLayout() = default;
  explicit PhraseLayout(size_t always) : bits_(always) {}

  void add() { bits_.push_back(0); }
  void add_optional(uint8_t bit) { bits_.push_back(uint32_t{1} << bit); }
  size_t size() const { return bits_.size(); }
  // The bit that has to be set; 0: none.
  uint32_t needs(size_t number) const { return bits_[number]; }
  bool is_there(size_t number, uint32_t optional) const { return (needs(number) & ~optional) == 0; }

 private:
  std::vector<uint32_t> bits_;
};

// A phrase by its number, and the numbers for its blanks that are there. Several times, if it was
// used over and over with the same ones there.
struct PhraseUse {
  uint32_t phrase = 0;
  uint32_t optional = 0;  // bits of those that are there
  const uint64_t* numbers = nullptr;
  uint32_t number_count = 0;  // that are there
  uint32_t times = 1;
  uint32_t gap = 0;  // between the numbers of one time and those of the next
  // A multiple of four words can be read from `numbers` on, however many belong to the use: copying
  // them takes no small steps.
  bool reads_ahead = false;
};

inline constexpr size_t kMaxPhraseEvents = 1024;
inline constexpr size_t kMaxPhraseBlanks = 96;

}  // namespace foreweave
