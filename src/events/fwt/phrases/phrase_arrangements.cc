#include "events/fwt/phrases/phrase_arrangements.h"

#include <algorithm>

#include "base/check.h"

namespace foreweave {

void FwtPhraseArrangements::add(const FwtPhrasePlan& plan, const FwtPhraseStep* steps,
                                const PhraseLayout& layout) {
  CHECK(layout.size() <= kMaxPhraseBlanks, "a phrase has so many numbers");
  const One one{static_cast<uint32_t>(numbers_.size()), static_cast<uint8_t>(layout.size()),
                plan.moving, plan.differences};
  for (size_t i = 0; i < layout.size(); ++i) numbers_.push_back({layout.needs(i), kNone, false});
  uint8_t moving = 0, values = 0;
  for (const FwtPhraseStep* step = steps; step != steps + plan.moving + plan.accesses; ++step) {
    const bool is_moving = moving < plan.moving;
    if (!is_moving && !step->is_difference) continue;
    CHECK(step->number <= layout.size(), "a phrase's layout has all of its numbers");
    Number& number = numbers_[one.first_number + step->number - 1];
    CHECK(!is_moving || number.needs == 0, "a number that moves is always there");
    number.is_moving = is_moving;
    number.blank = is_moving ? moving++ : values++;
  }
  phrases_.push_back(one);
}

void FwtPhraseArrangements::arrange(uint32_t phrase, uint32_t optional, FwtArrangement& out) const {
  const One& one = phrases_[phrase];
  out.moving.resize(one.moving);
  out.values.clear();
  uint8_t place = 0;
  for (const Number *n = numbers_.data() + one.first_number, *end = n + one.numbers; n != end;
       ++n) {
    if ((n->needs & ~optional) != 0) continue;
    if (n->is_moving)
      out.moving[n->blank] = place;
    else if (n->blank != kNone)
      out.values.emplace_back(n->blank, place);
    ++place;
  }
  std::sort(out.values.begin(), out.values.end());
}

}  // namespace foreweave
