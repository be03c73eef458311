// Where the numbers for a phrase's blanks are among those that came with a use of it: some are
// there only sometimes (PhraseLayout), and move the others.
//
// Mostly the same ones are there as the last time, so that is what is kept.
#pragma once

#include <cstdint>
#include <vector>

#include "events/fwt_phrase_book.h"
#include "events/phrase.h"

namespace foreweave {

class FwtPhraseArrangements {
 public:
  struct Blank {
    uint8_t number = 0;  // of those that are there
    uint8_t place = 0;   // among the phrase's blanks
  };
  struct One {
    uint32_t first_blank = 0;
    uint32_t optional = 0;    // bits of those that are there
    uint8_t differences = 0;  // that are there

    // Of the phrase.
    uint32_t first_number = 0;
    uint8_t all_numbers = 0, moving = 0, all_differences = 0;
  };

  // The next phrase's. Only numbers for values may be optional.
  void add(const FwtPhrasePlan& plan, const FwtPhraseStep* steps, const PhraseLayout& layout);

  const One& of(uint32_t phrase, uint32_t optional) {
    One& one = phrases_[phrase];
    if (one.optional != optional) [[unlikely]]
      arrange(one, optional);
    return one;
  }
  // The moving ones, and then those for values that are there.
  const Blank* blanks(const One& one) const { return blanks_.data() + one.first_blank; }

 private:
  struct Number {
    uint32_t needs = 0;  // bit; 0: it is always there
    uint8_t place = 0;   // kNone: no blank's
  };
  static constexpr uint8_t kNone = UINT8_MAX;

  void arrange(One& one, uint32_t optional);

  std::vector<One> phrases_;
  std::vector<Number> numbers_;
  std::vector<Blank> blanks_;
};

}  // namespace foreweave
