#include "events/fwt/phrases/phrase_slice.h"

#include <algorithm>

namespace foreweave {

namespace {

// Behind each piece, for rows that are copied with what follows them.
constexpr size_t kSpill = 3;

}  // namespace

// Pieces have room for at most twice what is in them.
FwtPhraseSlice::FwtPhraseSlice()
    : sequence_(new uint16_t[kFwtMaxPhraseBlockEvents]),
      rows_(new uint64_t[(2 + kSpill) * size_t{kFwtMaxBlockNumbers}]),
      recent_(new Recent[size_t{1} << kRecentBits]) {
  clear();
}

void FwtPhraseSlice::clear() {
  runs_.clear();
  thread_ = UINT32_MAX;
  run_start_ = 0;
  forms_.clear();
  pieces_.clear();
  by_key_.clear();
  std::fill_n(recent_.get(), size_t{1} << kRecentBits, Recent{});
  use_count_ = event_count_ = blank_count_ = 0;
  row_words_ = 0;
}

void FwtPhraseSlice::end_run() {
  if (use_count_ > run_start_) runs_.push_back({thread_, use_count_ - run_start_});
  run_start_ = use_count_;
}

std::vector<FwtRun> FwtPhraseSlice::runs() const {
  std::vector<FwtRun> all = runs_;
  if (use_count_ > run_start_) all.push_back({thread_, use_count_ - run_start_});
  return all;
}

uint32_t FwtPhraseSlice::add(uint32_t thread, const PhraseUse& use, const Shape& shape) {
  uint32_t room =
      std::min({use.times, (kFwtMaxPhraseBlockEvents - event_count_) / shape.event_count,
                (kFwtMaxBlockNumbers - blank_count_) / (shape.number_count + 1)});
  const bool is_known = by_key_.contains(key_of(use));
  if (room == 0 || (!is_known && forms_.size() == kFwtMaxForms)) return 0;
  if (thread != thread_) {
    end_run();
    thread_ = thread;
  }
  const uint32_t number = form_of(use, shape);
  recent_[place_of(use)] = {key_of(use), number};
  Form& form = forms_[number];
  PhraseUse part = use;
  for (uint32_t left = room; left > 0; left -= part.times) {
    if (form.rows_left == 0) make_piece(form);
    part.times = std::min(left, form.rows_left);
    add_rows(part, form, number);
    part.numbers += size_t{part.times} * (use.number_count + use.gap);
  }
  return room;
}

void FwtPhraseSlice::copy_rows(const PhraseUse& use, uint64_t* to) {
  const size_t row_words = use.number_count + 1;
  if (use.gap == 1) {
    std::memcpy(to, use.numbers, (use.times * row_words - 1) * 8);
    return;
  }
  const uint64_t* from = use.numbers;
  for (uint32_t i = 0; i < use.times; ++i, to += row_words, from += use.number_count + use.gap)
    std::copy_n(from, use.number_count, to);
}

uint32_t FwtPhraseSlice::form_of(const PhraseUse& use, const Shape& shape) {
  const auto number = static_cast<uint32_t>(forms_.size());
  const auto [entry, is_new] = by_key_.try_emplace(key_of(use), number);
  if (is_new) {
    Form& form = forms_.emplace_back();
    form.phrase = use.phrase;
    form.optional = use.optional;
    form.numbers = use.number_count;
    form.event_count = shape.event_count;
    form.blank_count = shape.number_count + 1;
    pieces_.emplace_back();
  }
  return entry->second;
}

void FwtPhraseSlice::make_piece(Form& form) {
  form.rows_left = uint32_t{1} << form.piece_count;
  form.at = rows_.get() + row_words_;
  pieces_[static_cast<size_t>(&form - forms_.data())][form.piece_count++] = form.at;
  row_words_ += size_t{form.rows_left} * form.row_words() + kSpill;
}

uint32_t number_count(const Phrase& phrase) {
  uint32_t numbers = 0;
  for (const PhraseEvent& event : phrase)
    for (const PhraseNumber* number : {&event.size, &event.operand, &event.value})
      numbers = std::max<uint32_t>(numbers, number->blank);
  return numbers;
}

}  // namespace foreweave
