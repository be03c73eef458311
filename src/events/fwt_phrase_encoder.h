// Turns a slice of phrases into the payload of a block of phrases, before compression.
#pragma once

#include <cstdint>
#include <memory>

#include "base/byte_writer.h"
#include "events/fwt_phrase_arrangements.h"
#include "events/fwt_phrase_book.h"
#include "events/fwt_phrase_slice.h"

namespace foreweave {

// Where the next byte of each column goes.
struct FwtPhraseColumns {
  uint8_t* control = nullptr;
  uint8_t* codes = nullptr;
  uint8_t* phrase = nullptr;
  uint8_t* moving = nullptr;
  uint8_t* seen = nullptr;
};

class FwtPhraseEncoder {
 public:
  FwtPhraseEncoder();

  // Numbered from 0.
  void add_phrase(const Phrase& phrase, const PhraseLayout& layout);
  size_t phrase_count() const { return book_.size(); }

  // Appends the payload to `out`. Requires that every phrase of `slice` was added.
  void encode(const FwtPhraseSlice& slice, ByteWriter& out);

 private:
  void encode_phrases(const FwtPhraseSlice& slice);
  void write_payload(const FwtPhraseSlice& slice, ByteWriter& out) const;

  FwtPhraseBook book_;
  FwtPhraseArrangements arrangements_;
  std::unique_ptr<uint8_t[]> room_;
  FwtPhraseColumns begin_, at_;
};

}  // namespace foreweave
