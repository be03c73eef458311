#include "events/fwt/phrases/phrase_book.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "capture/abi/log_format.h"

namespace foreweave {

// A blank is for a value if the first event that uses it leaves it as the value of an access.
// Addresses come before their events' values, so that a reader knows them when it needs them.
void FwtPhraseBook::add(const Phrase& phrase) {
  CHECK(!phrase.empty() && phrase.size() <= kMaxPhraseEvents, "a phrase has some events");
  FwtPhrasePlan plan;
  plan.first_event = static_cast<uint32_t>(events_.size());
  plan.first_step = static_cast<uint32_t>(steps_.size());
  plan.event_count = static_cast<uint32_t>(phrase.size());
  std::array<bool, kMaxPhraseBlanks + 1> known{};
  known[0] = true;
  std::vector<FwtPhraseStep> moving, accesses;
  const auto meet = [&](const PhraseNumber& number) {
    CHECK(number.blank <= kMaxPhraseBlanks, "a phrase has so many blanks");
    return !std::exchange(known[number.blank], true);
  };
  for (const PhraseEvent& event : phrase) {
    for (const PhraseNumber& number : {event.size, event.operand})
      if (meet(number)) moving.push_back({.number = number.blank});
    const bool is_new = meet(event.value);
    // The value itself is in the blank, so that what is left there must not differ from it.
    const bool is_difference = is_new && event.leaves_value() && event.value.plus == 0;
    if (event.leaves_value())
      accesses.push_back(
          step_of(event, is_difference, accesses.empty() ? nullptr : &accesses.back()));
    if (is_new && !is_difference) moving.push_back({.number = event.value.blank});
    plan.differences += is_difference;
    plan.can_be_wrong |= operand_of(event.kind) == Operand::thread || event.size.blank != 0 ||
                         event.size.plus > UINT32_MAX;
  }
  plan.moving = static_cast<uint8_t>(moving.size());
  plan.accesses = static_cast<uint16_t>(accesses.size());
  for (const auto* steps : {&moving, &accesses})
    steps_.insert(steps_.end(), steps->begin(), steps->end());
  events_.insert(events_.end(), phrase.begin(), phrase.end());
  plans_.push_back(plan);
}

FwtPhraseStep FwtPhraseBook::step_of(const PhraseEvent& event, bool is_difference,
                                     const FwtPhraseStep* before) {
  FwtPhraseStep step;
  step.number = event.value.blank;
  step.plus = event.value.plus;
  step.size = static_cast<uint8_t>(event.size.plus);
  step.is_difference = is_difference;
  step.address = event.operand.blank;
  step.address_plus = event.operand.plus;
  if (event.continues) {
    step.address = before->address;
    step.address_plus = before->address_plus;
    step.behind = static_cast<uint8_t>(before->behind + before->size);
  }
  return step;
}

bool continues_well(const Phrase& phrase) {
  uint64_t behind = 0;
  for (size_t i = 0; i < phrase.size(); ++i) {
    if (!phrase[i].continues) {
      behind = 0;
      continue;
    }
    if (i == 0 || !phrase[i].leaves_value() || !phrase[i - 1].leaves_value()) return false;
    behind += phrase[i - 1].size.plus;
    if (behind + 8 > FW_IMAGE_SLACK) return false;
  }
  return true;
}

}  // namespace foreweave
