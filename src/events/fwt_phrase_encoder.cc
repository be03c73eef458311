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

}  // namespace

FwtPhraseEncoder::FwtPhraseEncoder() {
  // Stores reach eight bytes further.
  constexpr size_t kEvents = kFwtMaxPhraseBlockEvents, kNumbers = kFwtMaxBlockNumbers, kSpill = 8;
  room_.resize(kEvents * (1 + kPhraseBytes) + kNumbers * (1 + 8 + 8) + 5 * kSpill);
  begin_.control = room_.data();
  begin_.codes = begin_.control + kEvents + kSpill;
  begin_.phrase = begin_.codes + kNumbers + kSpill;
  begin_.moving = begin_.phrase + kPhraseBytes * kEvents + kSpill;
  begin_.seen = begin_.moving + 8 * kNumbers + kSpill;
}

void FwtPhraseEncoder::encode(const FwtPhraseSlice& slice, ByteWriter& out) {
  at_ = begin_;
  encode_phrases(slice);
  write_payload(slice, out);
}

FOREWEAVE_FOR_NEWER_CPUS_TOO
void FwtPhraseEncoder::encode_phrases(const FwtPhraseSlice& slice) {
  book_.start_block();
  uint32_t last = 0;
  const uint64_t* numbers = slice.numbers();
  for (const uint32_t phrase : slice.phrases()) {
    const uint32_t number = phrase + 1;
    FwtPhrasePlan& plan = book_.plan(number);
    book_.touch(plan);
    const bool is_other = std::exchange(book_.plan(last).next, number) != number;
    last = number;
    add_phrase_number(phrase, is_other);
    add_numbers(plan, numbers, is_other ? kFwtOtherPhrase : 0);
    numbers += plan.largest_number + 1;
  }
}

inline void FwtPhraseEncoder::add_phrase_number(uint32_t phrase, bool is_other) {
  if (phrase < kFwtLongPhrase) [[likely]] {
    std::memcpy(at_.phrase, &phrase, 2);
    at_.phrase += is_other ? 2 : 0;
  } else if (is_other) {
    std::memcpy(at_.phrase, &kFwtLongPhrase, 2);
    std::memcpy(at_.phrase + 2, &phrase, 4);
    at_.phrase += kPhraseBytes;
  }
}

inline void FwtPhraseEncoder::add_numbers(FwtPhrasePlan& plan, const uint64_t* n,
                                          unsigned control) {
  uint64_t* difference = differences_;
  uint64_t any = 0;
  const FwtPhraseStep* step = book_.steps(plan);
  FwtBlankMemory* memory = book_.memories(plan);
  for (const FwtPhraseStep* end = step + plan.moving; step != end; ++step, ++memory) {
    const uint64_t is = n[step->number], differs = is - memory->expected();
    memory->learn(is);
    *difference++ = differs;
    any |= differs;
  }
  FwtPhraseCells& cells = book_.cells();
  for (const FwtPhraseStep* end = step + plan.seen; step != end; ++step, ++memory) {
    const uint64_t is = n[step->number], address = n[step->address] + step->address_plus;
    FwtPhraseCell& cell = cells.of(address);
    const uint64_t differs = is - fwt_choose(cell.address == address, cell.value, memory->last);
    memory->last = is;
    cell = {address, is};
    *difference++ = differs;
    any |= differs;
  }
  for (const FwtPhraseStep* end = step + plan.left; step != end; ++step) {
    const uint64_t address = n[step->address] + step->address_plus;
    cells.of(address) = {address, n[step->number] + step->plus};
  }
  if (any == 0)
    *at_.control++ = static_cast<uint8_t>(control);
  else
    add_differences(plan, control);
}

// Nobody can guess which numbers are as expected, so nothing branches on it: every number is
// stored, in no bytes if it is as expected.
inline void FwtPhraseEncoder::add_differences(FwtPhrasePlan& plan, unsigned control) {
  Codes codes(at_.codes, control, plan.codes);
  const uint64_t* difference = differences_;
  const auto store_all = [&](uint8_t* at, unsigned count) {
    for (const uint64_t* end = difference + count; difference != end; ++difference) {
      const unsigned code = fwt_length_code(*difference);
      fwt_store(at, *difference, kFwtLengths.bytes[code]);
      codes.add(code);
    }
    return at;
  };
  at_.moving = store_all(at_.moving, plan.moving);
  at_.seen = store_all(at_.seen, plan.seen);
  codes.end_group();
  at_.codes = codes.at();
  *at_.control++ = static_cast<uint8_t>(codes.control());
}

void FwtPhraseEncoder::write_payload(const FwtPhraseSlice& slice, ByteWriter& out) const {
  out.varint(slice.runs().size());
  for (const FwtPhraseRun& run : slice.runs()) out.varint(run.thread);
  for (const FwtPhraseRun& run : slice.runs()) out.varint(run.phrase_count);
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
