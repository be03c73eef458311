#include "events/fwt_phrase_arrangements.h"

#include "base/check.h"

namespace foreweave {

void FwtPhraseArrangements::add(const FwtPhrasePlan& plan, const FwtPhraseStep* steps,
                                const PhraseLayout& layout) {
  CHECK(layout.size() <= kMaxPhraseBlanks, "a phrase has so many numbers");
  One one;
  one.first_number = static_cast<uint32_t>(numbers_.size());
  one.first_blank = static_cast<uint32_t>(blanks_.size());
  one.all_numbers = static_cast<uint8_t>(layout.size());
  one.moving = plan.moving;
  one.all_differences = plan.differences;
  for (size_t i = 0; i < layout.size(); ++i) numbers_.push_back({layout.needs(i), kNone});
  uint8_t place = 0;
  for (const FwtPhraseStep* step = steps; step != steps + plan.moving + plan.accesses; ++step) {
    const bool is_moving = place < plan.moving;
    if (!is_moving && !step->is_difference) continue;
    CHECK(step->number <= layout.size(), "a phrase's layout has all of its numbers");
    Number& number = numbers_[one.first_number + step->number - 1];
    CHECK(!is_moving || number.needs == 0, "a number that moves is always there");
    number.place = place++;
  }
  blanks_.resize(blanks_.size() + plan.moving + plan.differences);
  arrange(one, 0);
  phrases_.push_back(one);
}

void FwtPhraseArrangements::arrange(One& one, uint32_t optional) {
  uint8_t number_at[kMaxPhraseBlanks];  // by place
  std::fill_n(number_at, one.moving + one.all_differences, kNone);
  uint8_t count = 0;
  const Number* const numbers = numbers_.data() + one.first_number;
  for (size_t i = 0; i < one.all_numbers; ++i) {
    if ((numbers[i].needs & ~optional) != 0) continue;
    if (numbers[i].place != kNone) number_at[numbers[i].place] = count;
    ++count;
  }
  one.optional = optional;
  Blank* blank = blanks_.data() + one.first_blank;
  for (uint8_t place = 0; place < one.moving + one.all_differences; ++place)
    if (number_at[place] != kNone) *blank++ = {number_at[place], place};
  one.differences = static_cast<uint8_t>(blank - (blanks_.data() + one.first_blank) - one.moving);
}

}  // namespace foreweave
