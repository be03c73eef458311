// Turns a slice of phrases into the payload of a block of phrases, before compression.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/bytes/byte_writer.h"
#include "events/fwt/phrases/phrase_arrangements.h"
#include "events/fwt/phrases/phrase_book.h"
#include "events/fwt/phrases/phrase_slice.h"

namespace foreweave {

class FwtPhraseEncoder {
 public:
  FwtPhraseEncoder();

  // Numbered from 0.
  void add_phrase(const Phrase& phrase, const PhraseLayout& layout);
  size_t phrase_count() const { return book_.size(); }

  // The payload, until the next one is made. Requires that every phrase of `slice` was added.
  std::span<const uint8_t> encode(const FwtPhraseSlice& slice);

 private:
  // Of a form's numbers.
  struct Column {
    uint8_t number = 0;  // of a row
    bool is_moving = false;
    unsigned width = 0;           // planes that are not all zero so far
    uint64_t step = 0, last = 0;  // of a moving one
    uint32_t some[8] = {};        // bytes of each plane that are not zero
  };

  void put_head(const FwtPhraseSlice& slice);
  void put_forms(const FwtPhraseSlice& slice);
  void put_sequence(const FwtPhraseSlice& slice);
  void put_bytes_of(std::span<const uint16_t> numbers, unsigned shift);
  void put_columns(const FwtPhraseSlice& slice);
  void make_planes(const FwtPhraseSlice& slice, const FwtPhraseSlice::Form& form);
  uint64_t collect(Column& column, size_t row_words);
  void turn(Column& column, uint64_t bits, uint8_t* planes, size_t stride, size_t first_row);
  void put_planes(const Column& column, const uint8_t* planes, size_t rows);
  void put_number(uint64_t number);

  // Columns are made of this many rows at a time: what is needed of these stays in the cache.
  static constexpr size_t kTile = 256;

  FwtPhraseBook book_;
  FwtPhraseArrangements arrangements_;
  FwtArrangement arrangement_;     // of the form at hand
  ByteWriter head_;                // runs and forms
  std::vector<uint8_t> arranged_;  // of all forms: count of columns, and their numbers
  std::vector<Column> columns_;    // of the form at hand
  // The tile at hand.
  struct Segment {
    const uint64_t* first_row = nullptr;
    size_t rows = 0;
  };
  Segment segments_[kTile];
  size_t segment_count_ = 0, tile_rows_ = 0;
  uint64_t tile_[kTile];               // numbers of a column as they are stored
  std::unique_ptr<uint8_t[]> planes_;  // of the form at hand: eight a column
  std::unique_ptr<uint8_t[]> room_;    // for the payload
  uint8_t* at_ = nullptr;              // behind it
};

}  // namespace foreweave
