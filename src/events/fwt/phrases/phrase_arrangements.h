// Where the numbers for a phrase's blanks are among those that came with a use of it: some are
// there only sometimes (PhraseLayout), and move the others.
#pragma once

#include <cstdint>
#include <vector>

#include "events/fwt/coding/phrase.h"
#include "events/fwt/phrases/phrase_book.h"

namespace foreweave {

// Numbers count from 0, among those that are there.
struct FwtArrangement {
  std::vector<uint8_t> moving;                      // in the order of the blanks
  std::vector<std::pair<uint8_t, uint8_t>> values;  // blank for a value, and its number
};

class FwtPhraseArrangements {
 public:
  // The next phrase's. Only numbers for values may be optional.
  void add(const FwtPhrasePlan& plan, const FwtPhraseStep* steps, const PhraseLayout& layout);

  void arrange(uint32_t phrase, uint32_t optional, FwtArrangement& out) const;

 private:
  static constexpr uint8_t kNone = UINT8_MAX;
  struct Number {
    uint32_t needs = 0;     // bit; 0: it is always there
    uint8_t blank = kNone;  // among the moving ones, or those for values
    bool is_moving = false;
  };
  struct One {
    uint32_t first_number = 0;
    uint8_t numbers = 0, moving = 0, values = 0;
  };

  std::vector<One> phrases_;
  std::vector<Number> numbers_;
};

}  // namespace foreweave
