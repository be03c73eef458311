// The hot path of writing a recording.
#include "events/fwt_phrase_encoder.h"

#include <utility>

#include "base/for_newer_cpus.h"
#include "events/fwt_layout.h"

namespace foreweave {

namespace {

// A phrase's number takes at most this many bytes in its column.
constexpr size_t kPhraseBytes = 2 + 4;

// Codes of blanks as they come, four bits each, stored for sixteen blanks at a time.
class Codes {
 public:
  Codes(uint8_t* at, unsigned control, uint64_t& last) : at_(at), control_(control), last_(last) {}

  void add(unsigned code) {
    codes_ |= uint64_t{code} << shift_;
    shift_ += 4;
    if (shift_ == 64) [[unlikely]]
      end_group();
  }
  void end_group() {
    std::memcpy(at_, &codes_, 8);
    unsigned follow = codes_ != 0;
    if (group_ == kFwtFirstGroup) {
      const bool are_same = (codes_ == last_) & (codes_ != 0);
      control_ |= are_same ? kFwtSameCodes : 0;
      follow = are_same ? 0 : follow;
      last_ = codes_;
    }
    at_ += (0 - follow) & (shift_ + 7) / 8;
    control_ |= (0 - follow) & group_;
    group_ <<= 1;
    codes_ = 0;
    shift_ = 0;
  }
  uint8_t* at() const { return at_; }
  unsigned control() const { return control_; }

 private:
  uint64_t codes_ = 0;
  unsigned shift_ = 0, group_ = kFwtFirstGroup;
  uint8_t* at_;
  unsigned control_;
  uint64_t& last_;
};

// One block while it is made. Its members become registers: bytes are stored all the time, and a
// byte might be part of anything that is in memory.
class Encoding {
 public:
  Encoding(FwtPhraseBook& book, FwtPhraseColumns at)
      : plans_(&book.plan(0)),
        steps_(book.all_steps()),
        memories_(book.all_memories()),
        cells_(book.cells()),
        at_(at) {}

  FwtPhraseColumns at() const { return at_; }

  // In the plan's place in the book.
  void add(FwtPhraseBook& book, uint32_t phrase, const uint64_t*& numbers) {
    const uint32_t number = phrase + 1;
    FwtPhrasePlan& plan = plans_[number];
    book.touch(plan);
    const bool is_other = std::exchange(plans_[last_].next, number) != number;
    last_ = number;
    add_phrase_number(phrase, is_other);
    add_numbers(plan, numbers, is_other ? kFwtOtherPhrase : 0);
    numbers += plan.largest_number + 1;
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

  void add_numbers(FwtPhrasePlan& plan, const uint64_t* n, unsigned control) {
    uint64_t differences[kMaxPhraseBlanks];
    uint64_t* difference = differences;
    uint64_t any = 0;
    const FwtPhraseStep* step = steps_ + plan.first_step;
    FwtBlankMemory* memory = memories_ + plan.first_memory;
    for (const FwtPhraseStep* end = step + plan.moving; step != end; ++step, ++memory) {
      const uint64_t is = n[step->number], differs = is - memory->expected();
      memory->learn(is);
      *difference++ = differs;
      any |= differs;
    }
    for (const FwtPhraseStep* end = step + plan.seen; step != end; ++step, ++memory) {
      const uint64_t is = n[step->number], address = n[step->address] + step->address_plus;
      FwtPhraseCell& cell = cells_.of(address);
      const uint64_t differs = is - fwt_choose(cell.address == address, cell.value, memory->last);
      memory->last = is;
      cell.address = address;
      cell.value = is;
      *difference++ = differs;
      any |= differs;
    }
    for (const FwtPhraseStep* end = step + plan.left; step != end; ++step) {
      const uint64_t address = n[step->address] + step->address_plus;
      FwtPhraseCell& cell = cells_.of(address);
      cell.address = address;
      cell.value = n[step->number] + step->plus;
    }
    if (any == 0)
      *at_.control++ = static_cast<uint8_t>(control);
    else
      add_differences(plan, differences, control);
  }

  // Nobody can guess which numbers are as expected, so nothing branches on it: every number is
  // stored, in no bytes if it is as expected.
  void add_differences(FwtPhrasePlan& plan, const uint64_t* difference, unsigned control) {
    Codes codes(at_.codes, control, plan.codes);
    const auto store_all = [&](uint8_t* at, unsigned count) {
      for (const uint64_t* end = difference + count; difference != end; ++difference) {
        const unsigned code = fwt_length_code(*difference);
        fwt_store(at, *difference, kFwtLengths.bytes[code]);
        codes.add(code);
      }
      return at;
    };
    const unsigned moving = plan.moving, seen = plan.seen;
    at_.moving = store_all(at_.moving, moving);
    at_.seen = store_all(at_.seen, seen);
    codes.end_group();
    at_.codes = codes.at();
    *at_.control++ = static_cast<uint8_t>(codes.control());
  }

  FwtPhrasePlan* const plans_;
  const FwtPhraseStep* const steps_;
  FwtBlankMemory* const memories_;
  const FwtPhraseCells cells_;
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

void FwtPhraseEncoder::encode(const FwtPhraseSlice& slice, ByteWriter& out) {
  encode_phrases(slice);
  write_payload(slice, out);
}

FOREWEAVE_FOR_NEWER_CPUS_TOO
void FwtPhraseEncoder::encode_phrases(const FwtPhraseSlice& slice) {
  book_.start_block();
  Encoding encoding(book_, begin_);
  const uint64_t* numbers = slice.numbers();
  for (const uint32_t phrase : slice.phrases()) encoding.add(book_, phrase, numbers);
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
