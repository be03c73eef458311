// Turns a slice of phrases into the payload of a block of phrases, before compression.
#pragma once

#include <cstdint>
#include <vector>

#include "base/byte_writer.h"
#include "events/fwt_phrase_book.h"
#include "events/fwt_phrase_slice.h"

namespace foreweave {

class FwtPhraseEncoder {
 public:
  FwtPhraseEncoder();

  // Numbered from 0.
  void add_phrase(const Phrase& phrase) { book_.add(phrase); }
  size_t phrase_count() const { return book_.size(); }

  // Appends the payload to `out`. Requires that every phrase of `slice` was added.
  void encode(const FwtPhraseSlice& slice, ByteWriter& out);

 private:
  struct Columns {
    uint8_t* control = nullptr;
    uint8_t* codes = nullptr;
    uint8_t* phrase = nullptr;
    uint8_t* moving = nullptr;
    uint8_t* seen = nullptr;
  };

  void encode_phrases(const FwtPhraseSlice& slice);
  void add_phrase_number(uint32_t phrase, bool is_other);
  void add_numbers(FwtPhrasePlan& plan, const uint64_t* numbers, unsigned control);
  void add_differences(FwtPhrasePlan& plan, unsigned control);
  void write_payload(const FwtPhraseSlice& slice, ByteWriter& out) const;

  FwtPhraseBook book_;
  std::vector<uint8_t> room_;
  Columns begin_, at_;
  uint64_t differences_[kMaxPhraseBlanks] = {};  // of the present phrase
};

}  // namespace foreweave
