#include "events/fwt_phrase_decoder.h"

#include <algorithm>

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

std::optional<std::span<const RawEvent>> FwtPhraseDecoder::decode(const FwtPayload& payload,
                                                                  uint32_t event_count,
                                                                  size_t thread_count) {
  ByteReader in(payload.bytes());
  uint32_t phrase_count = 0;
  if (!read_fwt_runs(in, event_count, thread_count, runs_, phrase_count) ||
      !find_columns(in, phrase_count))
    return std::nullopt;
  book_.start_block();
  last_ = 0;
  names_threads_ = false;
  sizes_ = 0;
  if (events_.size() < event_count) events_.resize(event_count);
  RawEvent* out = events_.data();
  const RawEvent* end = out + event_count;
  for (const FwtRun& run : runs_)
    if (!decode_run(run, out, end)) return std::nullopt;

  const std::span<const RawEvent> events(events_.data(), event_count);
  const auto names_no_thread = [&](const RawEvent& e) {
    return operand_of(e.kind) == Operand::thread && e.operand >= thread_count;
  };
  for (const Column& column : {codes_, phrase_, moving_, seen_})
    if (column.at != column.end) return std::nullopt;
  if (out != end || sizes_ > UINT32_MAX ||
      (names_threads_ && std::any_of(events.begin(), events.end(), names_no_thread)))
    return std::nullopt;
  return events;
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
// read that much further.
bool FwtPhraseDecoder::decode_run(const FwtRun& run, RawEvent*& out, const RawEvent* end) {
  for (uint32_t i = 0; i < run.count; ++i) {
    const unsigned control = *control_.at++;
    if (!next_phrase(control & kFwtOtherPhrase)) return false;
    FwtPhrasePlan& plan = book_.plan(last_);
    book_.touch(plan);
    if (plan.event_count > static_cast<size_t>(end - out)) return false;
    names_threads_ |= plan.names_thread;
    fetch_numbers(plan, control);
    if (codes_.at > codes_.end || moving_.at > moving_.end || seen_.at > seen_.end) return false;

    const PhraseEvent* event = book_.events(plan);
    for (const PhraseEvent* after = event + plan.event_count; event != after; ++event) {
      const uint64_t size = numbers_[event->size.blank] + event->size.plus;
      sizes_ |= size;
      *out++ = {run.thread,
                event->kind,
                event->flags,
                event->site,
                static_cast<uint32_t>(size),
                numbers_[event->operand.blank] + event->operand.plus,
                numbers_[event->value.blank] + event->value.plus};
    }
  }
  return true;
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

void FwtPhraseDecoder::fetch_numbers(FwtPhrasePlan& plan, unsigned control) {
  Codes codes(codes_.at, control, plan);
  const FwtPhraseStep* step = book_.steps(plan);
  FwtBlankMemory* memory = book_.memories(plan);
  for (const FwtPhraseStep* end = step + plan.moving; step != end; ++step, ++memory) {
    const uint64_t is = memory->expected() + fwt_fetch(moving_.at, codes.next());
    memory->learn(is);
    numbers_[step->number] = is;
  }
  for (const FwtPhraseStep* end = step + plan.accesses; step != end; ++step) {
    const uint64_t address = numbers_[step->address] + step->address_plus;
    uint64_t value = numbers_[step->number] + step->plus;
    if (step->is_difference) {
      value = image_.value(address, step->behind, step->size) + fwt_fetch(seen_.at, codes.next());
      value &= MemoryImage::mask(step->size);
      numbers_[step->number] = value;
    }
    image_.set(address, step->behind, step->size, value);
  }
  codes_.at = codes.at();
}

}  // namespace foreweave
