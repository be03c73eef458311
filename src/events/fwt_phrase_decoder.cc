#include "events/fwt_phrase_decoder.h"

#include <algorithm>
#include <array>

#include "events/fwt_layout.h"

namespace foreweave {

namespace {

// The codes of a phrase's blanks, one after the other; see FwtPhraseEncoder.
class Codes {
 public:
  Codes(const uint8_t* at, unsigned control, FwtPhrasePlan& plan)
      : at_(at), follow_(control / kFwtFirstGroup), left_(plan.moving + 0u + plan.differences) {
    start_group();
    if (control & kFwtSameCodes)
      codes_ = plan.codes;
    else if (control >= kFwtFirstGroup)
      plan.codes = codes_;
  }

  unsigned next() {
    if (in_group_ == 0) [[unlikely]]
      start_group();
    --in_group_;
    const unsigned code = codes_ & 7;
    codes_ >>= 4;
    return code;
  }
  const uint8_t* at() const { return at_; }

 private:
  void start_group() {
    in_group_ = std::min(left_, kFwtBlankGroup);
    left_ -= in_group_;
    codes_ = 0;
    if ((follow_ & 1) && in_group_ > 0) {
      std::memcpy(&codes_, at_, 8);
      const unsigned bytes = (in_group_ + 1) / 2;
      codes_ &= UINT64_MAX >> (64 - 8 * bytes);
      at_ += bytes;
    }
    follow_ >>= 1;
  }

  const uint8_t* at_;
  unsigned follow_;
  unsigned left_, in_group_ = 0;
  uint64_t codes_ = 0;
};

}  // namespace

// Blanks are numbered again, in the order in which they are first used: then a use takes no more
// room than it has numbers.
void FwtPhraseDecoder::add_phrase(Phrase phrase) {
  std::array<uint8_t, kMaxPhraseBlanks + 1> numbered{};
  uint8_t count = 0;
  for (PhraseEvent& event : phrase)
    for (PhraseNumber* number : {&event.size, &event.operand, &event.value}) {
      if (number->blank == 0) continue;
      CHECK(number->blank <= kMaxPhraseBlanks, "a phrase has so many blanks");
      uint8_t& blank = numbered[number->blank];
      if (blank == 0) blank = ++count;
      number->blank = blank;
    }
  book_.add(phrase);
  for (const PhraseEvent& e : phrase)
    phrase_events_.push_back({EventShape(e.kind, e.flags, static_cast<uint32_t>(e.size.plus)),
                              e.site, e.size.blank, e.operand.blank, e.value.blank, e.operand.plus,
                              e.value.plus});
}

bool FwtPhraseDecoder::start(const FwtPayload& payload, uint32_t event_count, size_t thread_count) {
  uses_.clear();
  number_count_ = use_ = event_ = 0;
  ByteReader in(payload.bytes());
  uint32_t phrase_count = 0;
  if (!read_fwt_runs(in, event_count, thread_count, runs_, phrase_count) ||
      !find_columns(in, phrase_count))
    return false;
  book_.start_block();
  last_ = 0;
  uses_.reserve(phrase_count);
  uint32_t left = event_count;
  bool good = true;
  for (const FwtRun& run : runs_) good = good && find_uses(run, left, thread_count);
  for (const Column& column : {codes_, phrase_, moving_, seen_}) good &= column.at == column.end;
  good &= left == 0;
  if (!good) uses_.clear();
  return good;
}

void FwtPhraseDecoder::next(EventBatch& batch) {
  size_t i = 0;
  while (i < EventBatch::kMost && use_ < uses_.size()) {
    const Use& use = uses_[use_];
    const FwtPhrasePlan& plan = book_.plan(use.plan);
    const uint64_t* const numbers = numbers_.data() + use.first_number;
    const size_t some = std::min<size_t>(plan.event_count - event_, EventBatch::kMost - i);
    std::fill_n(batch.thread.data() + i, some, use.thread);
    const Event* event = phrase_events_.data() + plan.first_event + event_;
    for (const size_t end = i + some; i < end; ++i, ++event) {
      EventShape shape = event->shape;
      shape.size += static_cast<uint32_t>(numbers[event->size]);
      batch.shape[i] = shape;
      batch.operand[i] = numbers[event->operand] + event->operand_plus;
      batch.value[i] = numbers[event->value] + event->value_plus;
      batch.site[i] = event->site;
    }
    event_ += static_cast<uint32_t>(some);
    if (event_ < plan.event_count) break;
    event_ = 0;
    ++use_;
  }
  batch.count = i;
}

bool FwtPhraseDecoder::find_columns(ByteReader& in, uint32_t phrase_count) {
  Column* const columns[] = {&control_, &codes_, &phrase_, &moving_, &seen_};
  uint64_t sizes[] = {phrase_count, 0, 0, 0, 0};
  for (size_t i = 1; i < std::size(sizes); ++i) sizes[i] = in.varint();
  for (size_t i = 0; i < std::size(sizes); ++i) {
    const auto bytes = in.bytes(sizes[i]);
    *columns[i] = {bytes.data(), bytes.data() + bytes.size()};
  }
  return !in.failed() && in.left() == 0;
}

// A phrase's numbers are fetched before it is known that the columns hold them: the payload can be
// read that much further. `left` events are still to come.
bool FwtPhraseDecoder::find_uses(const FwtRun& run, uint32_t& left, size_t thread_count) {
  for (uint32_t i = 0; i < run.count; ++i) {
    const unsigned control = *control_.at++;
    if (!next_phrase(control & kFwtOtherPhrase)) return false;
    FwtPhrasePlan& plan = book_.plan(last_);
    book_.touch(plan);
    if (plan.event_count > left) return false;
    left -= plan.event_count;
    uses_.push_back({last_, static_cast<uint32_t>(number_count_), run.thread});
    const uint64_t* const numbers = fetch_numbers(plan, control);
    if (codes_.at > codes_.end || moving_.at > moving_.end || seen_.at > seen_.end) return false;
    if (plan.can_be_wrong && !makes_sense(plan, numbers, thread_count)) [[unlikely]]
      return false;
  }
  return true;
}

bool FwtPhraseDecoder::makes_sense(const FwtPhrasePlan& plan, const uint64_t* numbers,
                                   size_t thread_count) const {
  const PhraseEvent* const events = book_.events(plan);
  return std::all_of(events, events + plan.event_count, [&](const PhraseEvent& e) {
    return numbers[e.size.blank] + e.size.plus <= UINT32_MAX &&
           (operand_of(e.kind) != Operand::thread ||
            numbers[e.operand.blank] + e.operand.plus < thread_count);
  });
}

// The phrase's plan becomes the last one.
bool FwtPhraseDecoder::next_phrase(bool is_other) {
  uint32_t& expected = book_.plan(last_).next;
  if (is_other) {
    uint32_t phrase = 0;
    std::memcpy(&phrase, phrase_.at, 2);
    phrase_.at += 2;
    if (phrase == kFwtLongPhrase) {
      std::memcpy(&phrase, phrase_.at, 4);
      phrase_.at += 4;
    }
    if (phrase_.at > phrase_.end || phrase >= book_.size()) return false;
    expected = phrase + 1;
  }
  last_ = expected;
  return last_ != 0;
}

uint64_t* FwtPhraseDecoder::fetch_numbers(FwtPhrasePlan& plan, unsigned control) {
  const size_t count = size_t{1} + plan.moving + plan.differences;
  if (numbers_.size() < number_count_ + count) [[unlikely]]
    numbers_.resize(2 * (number_count_ + count));
  uint64_t* const numbers = numbers_.data() + number_count_;
  number_count_ += count;
  numbers[0] = 0;
  Codes codes(codes_.at, control, plan);
  const FwtPhraseStep* step = book_.steps(plan);
  FwtBlankMemory* memory = book_.memories(plan);
  for (const FwtPhraseStep* end = step + plan.moving; step != end; ++step, ++memory) {
    const uint64_t is = memory->expected() + fwt_fetch(moving_.at, codes.next());
    memory->learn(is);
    numbers[step->number] = is;
  }
  for (const FwtPhraseStep* end = step + plan.accesses; step != end; ++step) {
    const uint64_t address = numbers[step->address] + step->address_plus;
    uint64_t value = numbers[step->number] + step->plus;
    if (step->is_difference) {
      value = image_.value(address, step->behind, step->size) + fwt_fetch(seen_.at, codes.next());
      value &= MemoryImage::mask(step->size);
      numbers[step->number] = value;
    }
    image_.set(address, step->behind, step->size, value);
  }
  codes_.at = codes.at();
  return numbers;
}

}  // namespace foreweave
