#include "events/fwt_phrase_book.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"

namespace foreweave {

// A blank is for a value if the first event that uses it leaves it as the value of an access.
// Addresses come before their events' values, so that a reader knows them when it needs them.
void FwtPhraseBook::add(const Phrase& phrase) {
  CHECK(!phrase.empty() && phrase.size() <= kMaxPhraseEvents, "a phrase has some events");
  FwtPhrasePlan plan;
  plan.first_event = static_cast<uint32_t>(events_.size());
  plan.first_step = static_cast<uint32_t>(steps_.size());
  plan.first_memory = static_cast<uint32_t>(memories_.size());
  plan.event_count = static_cast<uint32_t>(phrase.size());
  std::array<bool, kMaxPhraseBlanks + 1> known{};
  known[0] = true;
  std::vector<FwtPhraseStep> moving, seen, left;
  const auto meet = [&](const PhraseNumber& number) {
    CHECK(number.blank <= kMaxPhraseBlanks, "a phrase has so many blanks");
    plan.largest_number = std::max(plan.largest_number, number.blank);
    return !std::exchange(known[number.blank], true);
  };
  for (const PhraseEvent& event : phrase) {
    for (const PhraseNumber& number : {event.size, event.operand})
      if (meet(number)) moving.push_back({number.blank, 0, 0, 0});
    const FwtPhraseStep step{event.value.blank, event.operand.blank, event.operand.plus,
                             event.value.plus};
    const bool is_new = meet(event.value);
    if (event.leaves_value()) {
      // The value itself is in the blank, so that what is left there must not differ from it.
      if (is_new && event.value.plus == 0)
        seen.push_back(step);
      else
        left.push_back(step);
    }
    if (is_new && !(event.leaves_value() && event.value.plus == 0))
      moving.push_back({event.value.blank, 0, 0, 0});
    plan.names_thread |= operand_of(event.kind) == Operand::thread;
  }
  plan.moving = static_cast<uint8_t>(moving.size());
  plan.seen = static_cast<uint8_t>(seen.size());
  plan.left = static_cast<uint16_t>(left.size());
  for (const auto* steps : {&moving, &seen, &left})
    steps_.insert(steps_.end(), steps->begin(), steps->end());
  memories_.resize(memories_.size() + moving.size() + seen.size());
  events_.insert(events_.end(), phrase.begin(), phrase.end());
  plans_.push_back(plan);
}

void FwtPhraseBook::start_block() {
  ++block_;
  std::fill(cells_.begin(), cells_.end(), FwtPhraseCell{});
  forget(plans_[0]);
}

void FwtPhraseBook::forget(FwtPhrasePlan& plan) {
  plan.block = block_;
  plan.next = 0;
  plan.codes = 0;
  std::fill_n(memories_.begin() + plan.first_memory, plan.moving + plan.seen, FwtBlankMemory{});
}

}  // namespace foreweave
