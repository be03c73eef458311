// The hot path of writing a recording.
#include "events/fwt_phrase_encoder.h"

#include <algorithm>
#include <utility>

#include "base/for_newer_cpus.h"
#include "events/fwt_layout.h"

namespace foreweave {

namespace {

// A phrase's number takes at most this many bytes in its column.
constexpr size_t kPhraseBytes = 2 + 4;

constexpr unsigned kMaxGroups = (kMaxPhraseBlanks + kFwtBlankGroup - 1) / kFwtBlankGroup;

// One block while it is made. Its members become registers: bytes are stored all the time, and a
// byte might be part of anything that is in memory.
class Encoding {
 public:
  Encoding(FwtPhraseBook& book, FwtPhraseArrangements& arrangements, FwtPhraseColumns at)
      : plans_(&book.plan(0)),
        memories_(book.all_memories()),
        arrangements_(arrangements),
        at_(at) {}

  FwtPhraseColumns at() const { return at_; }

  void add(FwtPhraseBook& book, const FwtPhraseSlice::Use& use, const uint64_t*& numbers) {
    const uint32_t number = use.phrase + 1;
    FwtPhrasePlan& plan = plans_[number];
    book.touch(plan);
    const FwtPhraseArrangements::One& here = arrangements_.of(use.phrase, use.optional);
    bool is_other = std::exchange(plans_[last_].next, number) != number;
    add_phrase_number(use.phrase, is_other);
    add_numbers(plan, here, numbers, is_other ? kFwtOtherPhrase : 0);
    last_ = number;
    if (use.times > 1) {
      is_other = std::exchange(plan.next, number) != number;
      add_phrase_number(use.phrase, is_other);
      add_numbers(plan, here, numbers += use.distance, is_other ? kFwtOtherPhrase : 0);
      for (uint32_t i = 2; i < use.times; ++i) add_numbers(plan, here, numbers += use.distance, 0);
    }
    numbers += use.numbers;
  }

 private:
  void add_phrase_number(uint32_t phrase, bool is_other) {
    if (phrase < kFwtLongPhrase) [[likely]] {
      std::memcpy(at_.phrase, &phrase, 2);
      at_.phrase += is_other ? 2 : 0;
    } else if (is_other) {
      std::memcpy(at_.phrase, &kFwtLongPhrase, 2);
      std::memcpy(at_.phrase + 2, &phrase, 4);
      at_.phrase += kPhraseBytes;
    }
  }

  void add_numbers(FwtPhrasePlan& plan, const FwtPhraseArrangements::One& here, const uint64_t* n,
                   unsigned control) {
    uint64_t moved[kMaxPhraseBlanks];
    uint64_t any = 0;
    const FwtPhraseArrangements::Blank* blank = arrangements_.blanks(here);
    FwtBlankMemory* memory = memories_ + plan.first_memory;
    for (unsigned i = 0; i < plan.moving; ++i, ++blank, ++memory) {
      const uint64_t is = n[blank->number];
      moved[i] = is - memory->expected();
      memory->learn(is);
      any |= moved[i];
    }
    for (unsigned i = 0; i < here.differences; ++i) any |= n[blank[i].number];
    if (any == 0)
      *at_.control++ = static_cast<uint8_t>(control);
    else if (plan.moving + plan.differences <= kFwtBlankGroup) [[likely]]
      add_differences<1>(plan, here, n, moved, control);
    else
      add_differences<kMaxGroups>(plan, here, n, moved, control);
  }

  // Nobody can guess which numbers are as expected, so nothing branches on it: every number that is
  // there is stored, in no bytes if it is as expected.
  template <unsigned kGroups>
  void add_differences(FwtPhrasePlan& plan, const FwtPhraseArrangements::One& here,
                       const uint64_t* n, const uint64_t* moved, unsigned control) {
    uint64_t codes[kGroups] = {};
    const auto store = [&](uint8_t*& at, uint64_t number, unsigned place) {
      const unsigned code = fwt_length_code(number);
      fwt_store(at, number, kFwtLengths.bytes[code]);
      codes[kGroups == 1 ? 0 : place / kFwtBlankGroup] |= uint64_t{code}
                                                          << place % kFwtBlankGroup * 4;
    };
    const unsigned moving = plan.moving;
    const FwtPhraseArrangements::Blank* blank = arrangements_.blanks(here) + moving;
    uint8_t *moving_at = at_.moving, *seen_at = at_.seen;
    for (unsigned i = 0; i < moving; ++i) store(moving_at, moved[i], i);
    for (const auto* end = blank + here.differences; blank != end; ++blank)
      store(seen_at, n[blank->number], blank->place);
    at_.moving = moving_at;
    at_.seen = seen_at;
    add_codes(plan, codes, control);
  }

  template <size_t kGroups>
  void add_codes(FwtPhrasePlan& plan, const uint64_t (&codes)[kGroups], unsigned control) {
    unsigned left = plan.moving + 0u + plan.differences;
    for (unsigned group = 0; group < kGroups && left > 0; ++group) {
      const unsigned count = std::min(left, kFwtBlankGroup);
      left -= count;
      std::memcpy(at_.codes, &codes[group], 8);
      bool follow = codes[group] != 0;
      if (group == 0) {
        const bool are_same = (codes[0] == plan.codes) & follow;
        control |= are_same ? kFwtSameCodes : 0;
        follow &= !are_same;
        plan.codes = codes[0];
      }
      at_.codes += follow ? (count + 1) / 2 : 0;
      control |= follow ? kFwtFirstGroup << group : 0;
    }
    *at_.control++ = static_cast<uint8_t>(control);
  }

  FwtPhrasePlan* const plans_;
  FwtBlankMemory* const memories_;
  FwtPhraseArrangements& arrangements_;
  FwtPhraseColumns at_;
  uint32_t last_ = 0;  // plan
};

}  // namespace

FwtPhraseEncoder::FwtPhraseEncoder() {
  // Stores reach eight bytes further.
  constexpr size_t kEvents = kFwtMaxPhraseBlockEvents, kNumbers = kFwtMaxBlockNumbers, kSpill = 8;
  room_.reset(new uint8_t[kEvents * (1 + kPhraseBytes) + kNumbers * (1 + 8 + 8) + 5 * kSpill]);
  begin_.control = room_.get();
  begin_.codes = begin_.control + kEvents + kSpill;
  begin_.phrase = begin_.codes + kNumbers + kSpill;
  begin_.moving = begin_.phrase + kPhraseBytes * kEvents + kSpill;
  begin_.seen = begin_.moving + 8 * kNumbers + kSpill;
}

void FwtPhraseEncoder::add_phrase(const Phrase& phrase, const PhraseLayout& layout) {
  book_.add(phrase);
  const FwtPhrasePlan& plan = book_.plan(book_.size());
  arrangements_.add(plan, book_.steps(plan), layout);
}

void FwtPhraseEncoder::encode(const FwtPhraseSlice& slice, ByteWriter& out) {
  encode_phrases(slice);
  write_payload(slice, out);
}

FOREWEAVE_FOR_NEWER_CPUS_TOO
void FwtPhraseEncoder::encode_phrases(const FwtPhraseSlice& slice) {
  book_.start_block();
  Encoding encoding(book_, arrangements_, begin_);
  const uint64_t* numbers = slice.numbers();
  for (const FwtPhraseSlice::Use& use : slice.uses()) encoding.add(book_, use, numbers);
  at_ = encoding.at();
}

void FwtPhraseEncoder::write_payload(const FwtPhraseSlice& slice, ByteWriter& out) const {
  put_fwt_runs(out, slice.runs());
  const auto size = [](uint8_t* begin, uint8_t* end) { return static_cast<size_t>(end - begin); };
  out.varint(size(begin_.codes, at_.codes));
  out.varint(size(begin_.phrase, at_.phrase));
  out.varint(size(begin_.moving, at_.moving));
  out.varint(size(begin_.seen, at_.seen));
  out.bytes({begin_.control, at_.control});
  out.bytes({begin_.codes, at_.codes});
  out.bytes({begin_.phrase, at_.phrase});
  out.bytes({begin_.moving, at_.moving});
  out.bytes({begin_.seen, at_.seen});
}

}  // namespace foreweave
