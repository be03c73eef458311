// The phrases of one block as they were added: a slice of the total order.
//
// A *form* is a phrase together with which of its optional numbers are there, so that all uses of a
// form have the same numbers. A slice is the sequence of forms, and for each form the numbers of
// its uses, one row a use: whoever writes them down handles one form after the other, and knows
// what each number is without looking.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "events/fwt/coding/layout.h"
#include "events/fwt/coding/phrase.h"
#include "events/fwt/coding/runs.h"
#include "events/fwt/phrases/phrase_book.h"

namespace foreweave {

// Where the form of a use was found, for whoever adds uses of the same form again and again.
struct FwtFormHint {
  uint32_t slice = 0;  // serial number; 0: nowhere
  uint32_t form = 0;
};

class FwtPhraseSlice {
 public:
  // Of a phrase.
  struct Shape {
    uint32_t event_count = 0;
    uint32_t number_count = 0;  // if all are there
  };

  // Rows lie in pieces each of which has room for twice as many as the one before.
  struct Form {
    uint64_t* at = nullptr;                     // the next row
    uint32_t rows_left = 0;                     // in this piece
    uint32_t numbers = 0;                       // of a row
    uint32_t event_count = 0, blank_count = 0;  // of a use; blanks as blank_count_ counts them
    uint32_t phrase = 0;
    uint32_t optional = 0;
    uint32_t piece_count = 0;

    // A word more than its numbers, so that rows which lie one header apart in a log are copied
    // together.
    uint32_t row_words() const { return numbers + 1; }
    uint32_t rows() const { return (uint32_t{1} << piece_count) - 1 - rows_left; }
  };

  FwtPhraseSlice();

  bool is_empty() const { return use_count_ == 0; }
  uint32_t event_count() const { return event_count_; }

  // Of all times that the phrase was used, as many as there is room for: returns how many. Requires
  // that it is used with the same numbers there whenever `optional` is the same.
  uint32_t add(uint32_t thread, const PhraseUse& use, const Shape& shape);
  // The same if the form is known and there is room for all; otherwise nothing happens, and it
  // returns false.
  bool add_quickly(uint32_t thread, const PhraseUse& use) {
    const Recent& recent = recent_[place_of(use)];
    Form* const form = forms_.data() + recent.form;  // none yet if the key is another one
    if (recent.key != key_of(use) || thread != thread_ || use.times > form->rows_left ||
        event_count_ + use.times * form->event_count > kFwtMaxPhraseBlockEvents ||
        blank_count_ + use.times * form->blank_count > kFwtMaxBlockNumbers) [[unlikely]]
      return false;
    add_rows(use, *form, recent.form);
    return true;
  }
  // The same without looking for the form. Requires a hint for the same phrase and `optional`.
  [[gnu::always_inline]] bool add_quickly(uint32_t thread, const PhraseUse& use,
                                          const FwtFormHint& hint) {
    if (hint.slice != serial_ || thread != thread_) [[unlikely]]
      return false;
    Form& form = forms_[hint.form];
    if (use.times > form.rows_left ||
        event_count_ + use.times * form.event_count > kFwtMaxPhraseBlockEvents ||
        blank_count_ + use.times * form.blank_count > kFwtMaxBlockNumbers) [[unlikely]]
      return false;
    add_rows(use, form, hint.form);
    return true;
  }
  // Of a use that was added last.
  FwtFormHint hint_for(const PhraseUse& use) const {
    return {serial_, recent_[place_of(use)].form};
  }
  // No other slice that hints are for may have the same number.
  void set_serial(uint32_t serial) { serial_ = serial; }
  void clear();

  std::vector<FwtRun> runs() const;
  const std::vector<Form>& forms() const { return forms_; }
  // Of all uses, in order.
  std::span<const uint16_t> sequence() const { return {sequence_.get(), use_count_}; }
  // Calls see(first row of a piece, number of rows) in order.
  template <class See>
  void each_piece(const Form& form, See see) const {
    const auto& pieces = pieces_[static_cast<size_t>(&form - forms_.data())];
    for (uint32_t i = 0; i < form.piece_count; ++i)
      see(pieces[i], (uint32_t{1} << i) - (i + 1 == form.piece_count ? form.rows_left : 0));
  }
  const uint64_t* piece(const Form& form, uint32_t n) const {
    return pieces_[static_cast<size_t>(&form - forms_.data())][n];
  }

 private:
  static constexpr size_t kMaxPieces = std::bit_width(kFwtMaxBlockNumbers) + 1;
  static constexpr unsigned kRecentBits = 11;
  struct Recent {
    uint64_t key = UINT64_MAX;
    uint32_t form = 0;
  };

  static uint64_t key_of(const PhraseUse& use) { return uint64_t{use.phrase} << 32 | use.optional; }
  static size_t place_of(const PhraseUse& use) {
    return (key_of(use) * 0x9e3779b97f4a7c15) >> (64 - kRecentBits);
  }

  // Requires room.
  [[gnu::always_inline]] void add_rows(const PhraseUse& use, Form& form, uint32_t number) {
    constexpr uint32_t kAtOnce = 4;
    uint64_t* const to = form.at;
    const uint32_t times = use.times;
    event_count_ += times * form.event_count;
    blank_count_ += times * form.blank_count;
    form.rows_left -= times;
    form.at = to + size_t{times} * form.row_words();
    if (times == 1 && use.reads_ahead) [[likely]] {
      sequence_[use_count_++] = static_cast<uint16_t>(number);
      uint32_t at = 0;
      do  // into the next row, which is not there yet
        std::memcpy(to + at, use.numbers + at, 8 * kAtOnce);
      while ((at += kAtOnce) < use.number_count);
    } else {
      std::fill_n(sequence_.get() + use_count_, times, static_cast<uint16_t>(number));
      use_count_ += times;
      copy_rows(use, to);
    }
  }

  void end_run();
  void copy_rows(const PhraseUse& use, uint64_t* to);
  uint32_t form_of(const PhraseUse& use, const Shape& shape);
  void make_piece(Form& form);

  std::vector<FwtRun> runs_;      // without the one at hand
  uint32_t thread_ = UINT32_MAX;  // of the run at hand; none
  uint32_t run_start_ = 0;        // use
  std::vector<Form> forms_;
  std::vector<std::array<uint64_t*, kMaxPieces>> pieces_;  // of each form
  std::unique_ptr<uint16_t[]> sequence_;
  std::unique_ptr<uint64_t[]> rows_;
  std::unique_ptr<Recent[]> recent_;
  std::unordered_map<uint64_t, uint32_t> by_key_;
  uint32_t serial_ = 0;
  uint32_t use_count_ = 0;
  size_t row_words_ = 0;  // taken
  uint32_t event_count_ = 0;
  uint32_t blank_count_ = 0;  // if all numbers were there, and one for each use
};

// How many numbers a phrase needs if all are there.
uint32_t number_count(const Phrase& phrase);

}  // namespace foreweave
