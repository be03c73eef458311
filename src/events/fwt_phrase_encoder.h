// Turns a slice of phrases into the payload of a block of phrases, before compression.
#pragma once

#include <cstdint>
#include <memory>

#include "base/byte_writer.h"
#include "events/fwt_phrase_arrangements.h"
#include "events/fwt_phrase_book.h"
#include "events/fwt_phrase_slice.h"

namespace foreweave {

class FwtPhraseEncoder {
 public:
  FwtPhraseEncoder();

  // Numbered from 0.
  void add_phrase(const Phrase& phrase, const PhraseLayout& layout);
  size_t phrase_count() const { return book_.size(); }

  // Appends the payload to `out`. Requires that every phrase of `slice` was added.
  void encode(const FwtPhraseSlice& slice, ByteWriter& out);

 private:
  void put_forms(const FwtPhraseSlice& slice, ByteWriter& out);
  void put_sequence(const FwtPhraseSlice& slice, ByteWriter& out);
  void put_columns(const FwtPhraseSlice& slice);
  void put_number(uint64_t number);
  void put_column(unsigned width, size_t count);

  FwtPhraseBook book_;
  FwtPhraseArrangements arrangements_;
  FwtArrangement arrangement_;          // of the form at hand
  std::unique_ptr<uint64_t[]> column_;  // numbers as they are stored
  std::unique_ptr<uint8_t[]> planes_;   // the same, byte by byte
  std::unique_ptr<uint8_t[]> room_;     // for all columns
  uint8_t* at_ = nullptr;               // behind them
};

}  // namespace foreweave
