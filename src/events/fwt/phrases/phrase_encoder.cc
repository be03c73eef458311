// The hot path of writing a recording.
#include "events/fwt/phrases/phrase_encoder.h"

#include <algorithm>
#include <bit>

#include "base/for_newer_cpus.h"
#include "events/fwt/coding/layout.h"
#include "events/fwt/coding/planes.h"

namespace foreweave {

namespace {

// How far a number moves from row to row, where most rows are. Requires enough rows for a step.
uint64_t usual_step(const FwtPhraseSlice& slice, const FwtPhraseSlice::Form& form, size_t number) {
  const uint32_t rows_of_last = (uint32_t{1} << (form.piece_count - 1)) - form.rows_left;
  const uint32_t piece = form.piece_count - (rows_of_last >= 2 ? 1 : 2);
  const uint64_t* const first = slice.piece(form, piece) + number;
  return first[form.row_words()] - first[0];
}
static_assert(kFwtLeastRowsForAStep >= 3, "two rows are in one piece");

// Sparse if that saves a quarter.
FwtPlane kind_of(size_t some, size_t count) {
  return some == 0                                    ? FwtPlane::zeros
         : some + (count + 7) / 8 < count - count / 4 ? FwtPlane::sparse
                                                      : FwtPlane::whole;
}

unsigned width_of(uint64_t bits) { return (static_cast<unsigned>(std::bit_width(bits)) + 7) / 8; }

// Planes lie this far apart: they are made in whole steps.
size_t stride_of(size_t rows) { return (rows + kFwtTurned - 1) / kFwtTurned * kFwtTurned; }

constexpr size_t kPlaneBytes = 8 * (size_t{kFwtMaxBlockNumbers} + kMaxPhraseBlanks * kFwtTurned);

}  // namespace

FwtPhraseEncoder::FwtPhraseEncoder()
    : planes_(new uint8_t[kPlaneBytes]), room_(new uint8_t[kFwtMaxRawBytes + kFwtSparseSpill]) {}

void FwtPhraseEncoder::add_phrase(const Phrase& phrase, const PhraseLayout& layout) {
  book_.add(phrase);
  const FwtPhrasePlan& plan = book_.plan(book_.size() - 1);
  arrangements_.add(plan, book_.steps(plan), layout);
}

std::span<const uint8_t> FwtPhraseEncoder::encode(const FwtPhraseSlice& slice) {
  put_head(slice);
  put_sequence(slice);
  put_columns(slice);
  return {room_.get(), at_};
}

void FwtPhraseEncoder::put_head(const FwtPhraseSlice& slice) {
  head_.clear();
  put_fwt_runs(head_, slice.runs());
  put_forms(slice);
  at_ = std::copy_n(head_.written().data(), head_.size(), room_.get());
}

void FwtPhraseEncoder::put_forms(const FwtPhraseSlice& slice) {
  arranged_.clear();
  head_.varint(slice.forms().size());
  for (const FwtPhraseSlice::Form& form : slice.forms()) {
    head_.varint(form.phrase);
    arrangements_.arrange(form.phrase, form.optional, arrangement_);
    arranged_.push_back(
        static_cast<uint8_t>(arrangement_.moving.size() + arrangement_.values.size()));
    arranged_.insert(arranged_.end(), arrangement_.moving.begin(), arrangement_.moving.end());
    uint8_t there[(kMaxPhraseBlanks + 7) / 8] = {};
    for (const auto& [blank, number] : arrangement_.values) {
      there[blank / 8] |= static_cast<uint8_t>(1 << blank % 8);
      arranged_.push_back(number);
    }
    head_.bytes({there, (book_.plan(form.phrase).differences + size_t{7}) / 8});
  }
}

void FwtPhraseEncoder::put_sequence(const FwtPhraseSlice& slice) {
  const std::span<const uint16_t> uses = slice.sequence();
  put_bytes_of(uses, 0);
  if (slice.forms().size() > kFwtShortForms) put_bytes_of(uses, 8);
}

void FwtPhraseEncoder::put_bytes_of(std::span<const uint16_t> numbers, unsigned shift) {
  using Numbers [[gnu::vector_size(32)]] = uint16_t;
  using Bytes [[gnu::vector_size(16)]] = uint8_t;
  size_t i = 0;
  for (; i + 16 <= numbers.size(); i += 16) {
    Numbers some;
    std::memcpy(&some, numbers.data() + i, sizeof some);
    const Bytes bytes = __builtin_convertvector(some >> shift, Bytes);
    std::memcpy(at_ + i, &bytes, sizeof bytes);
  }
  for (; i < numbers.size(); ++i) at_[i] = static_cast<uint8_t>(numbers[i] >> shift);
  at_ += numbers.size();
}

FOREWEAVE_FOR_NEWER_CPUS_TOO
void FwtPhraseEncoder::put_columns(const FwtPhraseSlice& slice) {
  const uint8_t* arranged = arranged_.data();
  for (const FwtPhraseSlice::Form& form : slice.forms()) {
    const size_t count = *arranged++, rows = form.rows();
    const size_t moving = book_.plan(form.phrase).moving;
    const bool has_step = rows >= kFwtLeastRowsForAStep;
    columns_.assign(count, {});
    for (size_t i = 0; i < count; ++i) {
      Column& column = columns_[i];
      column.number = *arranged++;
      column.is_moving = i < moving;
      if (!column.is_moving) continue;
      if (has_step) column.step = usual_step(slice, form, column.number);
      column.last = slice.piece(form, 0)[column.number] - column.step;
    }
    make_planes(slice, form);
    for (size_t i = 0; i < count; ++i) {
      const Column& column = columns_[i];
      if (column.is_moving) {
        put_number(slice.piece(form, 0)[column.number] - column.step);
        if (has_step) put_number(column.step);
      }
      put_planes(column, planes_.get() + i * 8 * stride_of(rows), rows);
    }
  }
}

void FwtPhraseEncoder::make_planes(const FwtPhraseSlice& slice, const FwtPhraseSlice::Form& form) {
  const size_t stride = stride_of(form.rows());
  size_t first_row = 0;
  const auto finish_tile = [&] {
    uint8_t* planes = planes_.get() + first_row;
    for (Column& column : columns_) {
      const uint64_t bits = collect(column, form.row_words());
      turn(column, bits, planes, stride, first_row);
      planes += 8 * stride;
    }
    first_row += tile_rows_;
    segment_count_ = tile_rows_ = 0;
  };
  slice.each_piece(form, [&](const uint64_t* row, size_t rows) {
    while (rows > 0) {
      const size_t some = std::min(rows, kTile - tile_rows_);
      segments_[segment_count_++] = {row, some};
      tile_rows_ += some;
      row += some * form.row_words();
      rows -= some;
      if (tile_rows_ == kTile) finish_tile();
    }
  });
  if (tile_rows_ > 0) finish_tile();
}

// The tile's numbers of a column as they are stored. Returns all bits of all of them.
uint64_t FwtPhraseEncoder::collect(Column& column, size_t row_words) {
  uint64_t bits = 0, last = column.last;
  uint64_t* out = tile_;
  for (size_t s = 0; s < segment_count_; ++s) {
    const uint64_t* row = segments_[s].first_row + column.number;
    const uint64_t* const end = row + segments_[s].rows * row_words;
    if (column.is_moving) {
      // How each number differs from the one before it and the step.
      for (; row != end; row += row_words) {
        bits |= * out++ = fwt_zigzag(*row - last - column.step);
        last = *row;
      }
    } else {
      for (; row != end; row += row_words) bits |= * out++ = fwt_zigzag(*row);
    }
  }
  column.last = last;
  std::fill(out, tile_ + stride_of(tile_rows_), 0);
  return bits;
}

// Planes that are zero as far as they go need not be there.
void FwtPhraseEncoder::turn(Column& column, uint64_t bits, uint8_t* planes, size_t stride,
                            size_t first_row) {
  const unsigned width = width_of(bits);
  for (; column.width < width; ++column.width)
    std::fill_n(planes + column.width * stride - first_row, first_row, uint8_t{0});
  for (unsigned p = width; p < column.width; ++p)
    std::fill_n(planes + p * stride, tile_rows_, uint8_t{0});
  if (width > 0) fwt_put_planes(tile_, stride_of(tile_rows_), width, planes, stride, column.some);
}

void FwtPhraseEncoder::put_planes(const Column& column, const uint8_t* planes, size_t rows) {
  uint8_t* const kinds_at = at_;
  at_ += 2;
  unsigned kinds = 0;
  for (unsigned p = 0; p < column.width; ++p, planes += stride_of(rows)) {
    const FwtPlane kind = kind_of(column.some[p], rows);
    kinds |= static_cast<unsigned>(kind) << 2 * p;
    if (kind == FwtPlane::sparse) {
      at_ = fwt_put_sparse(planes, rows, at_);
    } else if (kind == FwtPlane::whole) {
      std::memcpy(at_, planes, rows);
      at_ += rows;
    }
  }
  std::memcpy(kinds_at, &kinds, 2);
}

void FwtPhraseEncoder::put_number(uint64_t number) {
  std::memcpy(at_, &number, 8);
  at_ += 8;
}

}  // namespace foreweave
