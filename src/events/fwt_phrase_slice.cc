#include "events/fwt_phrase_slice.h"

#include <algorithm>

namespace foreweave {

void FwtPhraseSlice::clear() {
  runs_.clear();
  uses_.clear();
  number_count_ = 0;
  event_count_ = blank_count_ = 0;
}

uint32_t number_count(const Phrase& phrase) {
  uint32_t numbers = 0;
  for (const PhraseEvent& event : phrase)
    for (const PhraseNumber* number : {&event.size, &event.operand, &event.value})
      numbers = std::max<uint32_t>(numbers, number->blank);
  return numbers;
}

}  // namespace foreweave
