// The hot path of writing a recording.
#include "events/fwt_phrase_encoder.h"

#include <algorithm>
#include <bit>

#include "base/for_newer_cpus.h"
#include "events/fwt_layout.h"
#include "events/fwt_planes.h"

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

// What is stored of a moving blank: how each number differs from the one before it and a step.
// Returns all bits of all of them.
uint64_t collect_moves(const FwtPhraseSlice& slice, const FwtPhraseSlice::Form& form, size_t number,
                       uint64_t step, uint64_t* out) {
  uint64_t bits = 0, last = slice.piece(form, 0)[number] - step;
  slice.each_piece(form, [&](const uint64_t* row, uint32_t rows) {
    row += number;
    for (uint32_t i = 0; i < rows; ++i, row += form.row_words()) {
      *out = fwt_zigzag(*row - last - step);
      last = *row;
      bits |= *out++;
    }
  });
  return bits;
}

uint64_t collect_values(const FwtPhraseSlice& slice, const FwtPhraseSlice::Form& form,
                        size_t number, uint64_t* out) {
  uint64_t bits = 0;
  slice.each_piece(form, [&](const uint64_t* row, uint32_t rows) {
    row += number;
    for (uint32_t i = 0; i < rows; ++i, row += form.row_words()) {
      *out = fwt_zigzag(*row);
      bits |= *out++;
    }
  });
  return bits;
}

// Sparse if that saves a quarter.
FwtPlane kind_of(const uint8_t* plane, size_t count) {
  const size_t some = fwt_count_nonzero(plane, count);
  return some == 0                                    ? FwtPlane::zeros
         : some + (count + 7) / 8 < count - count / 4 ? FwtPlane::sparse
                                                      : FwtPlane::whole;
}

unsigned width_of(uint64_t bits) { return (static_cast<unsigned>(std::bit_width(bits)) + 7) / 8; }

}  // namespace

FwtPhraseEncoder::FwtPhraseEncoder()
    : column_(new uint64_t[kFwtMaxBlockNumbers]),
      planes_(new uint8_t[8 * size_t{kFwtMaxBlockNumbers}]),
      room_(new uint8_t[kFwtMaxRawBytes + 8]) {}

void FwtPhraseEncoder::add_phrase(const Phrase& phrase, const PhraseLayout& layout) {
  book_.add(phrase);
  const FwtPhrasePlan& plan = book_.plan(book_.size() - 1);
  arrangements_.add(plan, book_.steps(plan), layout);
}

void FwtPhraseEncoder::encode(const FwtPhraseSlice& slice, ByteWriter& out) {
  put_fwt_runs(out, slice.runs());
  put_forms(slice, out);
  put_sequence(slice, out);
  put_columns(slice);
  out.bytes({room_.get(), at_});
}

void FwtPhraseEncoder::put_forms(const FwtPhraseSlice& slice, ByteWriter& out) {
  out.varint(slice.forms().size());
  for (const FwtPhraseSlice::Form& form : slice.forms()) {
    out.varint(form.phrase);
    arrangements_.arrange(form.phrase, form.optional, arrangement_);
    uint8_t there[(kMaxPhraseBlanks + 7) / 8] = {};
    for (const auto& [blank, number] : arrangement_.values)
      there[blank / 8] |= static_cast<uint8_t>(1 << blank % 8);
    out.bytes({there, (book_.plan(form.phrase).differences + size_t{7}) / 8});
  }
}

void FwtPhraseEncoder::put_sequence(const FwtPhraseSlice& slice, ByteWriter& out) {
  const std::span<const uint16_t> uses = slice.sequence();
  const bool is_long = slice.forms().size() > kFwtShortForms;
  uint8_t* const bytes = room_.get();
  for (size_t i = 0; i < uses.size(); ++i) bytes[i] = static_cast<uint8_t>(uses[i]);
  if (is_long)
    for (size_t i = 0; i < uses.size(); ++i)
      bytes[uses.size() + i] = static_cast<uint8_t>(uses[i] >> 8);
  out.bytes({bytes, uses.size() * (is_long ? 2 : 1)});
}

FOREWEAVE_FOR_NEWER_CPUS_TOO
void FwtPhraseEncoder::put_columns(const FwtPhraseSlice& slice) {
  at_ = room_.get();
  for (const FwtPhraseSlice::Form& form : slice.forms()) {
    arrangements_.arrange(form.phrase, form.optional, arrangement_);
    const size_t rows = form.rows();
    for (const uint8_t number : arrangement_.moving) {
      const uint64_t step = rows < kFwtLeastRowsForAStep ? 0 : usual_step(slice, form, number);
      const uint64_t before = slice.piece(form, 0)[number] - step;
      const uint64_t bits = collect_moves(slice, form, number, step, column_.get());
      put_number(before);
      if (rows >= kFwtLeastRowsForAStep) put_number(step);
      put_column(width_of(bits), rows);
    }
    for (const auto& [blank, number] : arrangement_.values) {
      const uint64_t bits = collect_values(slice, form, number, column_.get());
      put_column(width_of(bits), rows);
    }
  }
}

void FwtPhraseEncoder::put_number(uint64_t number) {
  std::memcpy(at_, &number, 8);
  at_ += 8;
}

void FwtPhraseEncoder::put_column(unsigned width, size_t count) {
  fwt_put_planes(column_.get(), count, width, planes_.get());
  uint8_t* const kinds_at = at_;
  at_ += 2;
  unsigned kinds = 0;
  for (unsigned p = 0; p < width; ++p) {
    const uint8_t* const plane = planes_.get() + p * count;
    const FwtPlane kind = kind_of(plane, count);
    kinds |= static_cast<unsigned>(kind) << 2 * p;
    if (kind == FwtPlane::sparse) {
      at_ = fwt_put_sparse(plane, count, at_);
    } else if (kind == FwtPlane::whole) {
      std::memcpy(at_, plane, count);
      at_ += count;
    }
  }
  std::memcpy(kinds_at, &kinds, 2);
}

}  // namespace foreweave
