#include "events/fwt/phrases/phrase_decoder.h"

#include <algorithm>
#include <array>

#include "base/for_newer_cpus.h"
#include "events/fwt/coding/layout.h"
#include "events/fwt/coding/planes.h"

namespace foreweave {

// Blanks are numbered again, in the order in which they are first used: then a use takes no more
// room than it has numbers.
void FwtPhraseDecoder::add_phrase(Phrase phrase) {
  std::array<uint8_t, kMaxPhraseBlanks + 1> numbered{};
  uint8_t count = 0;
  for (PhraseEvent& event : phrase)
    for (PhraseNumber* number : {&event.size, &event.operand, &event.value}) {
      if (number->blank == 0) continue;
      CHECK(number->blank <= kMaxPhraseBlanks, "a phrase has so many blanks");
      uint8_t& blank = numbered[number->blank];
      if (blank == 0) blank = ++count;
      number->blank = blank;
    }
  book_.add(phrase);
  for (const PhraseEvent& e : phrase)
    phrase_events_.push_back({EventShape(e.kind, e.flags, static_cast<uint32_t>(e.size.plus)),
                              e.site, e.size.blank, e.operand.blank, e.value.blank, e.operand.plus,
                              e.value.plus});
}

bool FwtPhraseDecoder::start(const FwtPayload& payload, uint32_t event_count, size_t thread_count) {
  uses_.clear();
  number_count_ = use_ = event_ = 0;
  ByteReader in(payload.bytes());
  uint32_t use_count = 0;
  if (!read_fwt_runs(in, event_count, thread_count, runs_, use_count) || !read_forms(in) ||
      !read_sequence(in, use_count) || !make_room_for_rows(event_count) || !read_rows(in) ||
      in.left() != 0)
    return false;
  uses_.reserve(use_count);
  const uint16_t* use = sequence_.data();
  bool good = true;
  for (const FwtRun& run : runs_) good = good && find_uses(run, use, thread_count);
  if (!good) uses_.clear();
  return good;
}

void FwtPhraseDecoder::next(EventBatch& batch) {
  size_t i = 0;
  while (i < EventBatch::kMost && use_ < uses_.size()) {
    const Use& use = uses_[use_];
    const FwtPhrasePlan& plan = *use.plan;
    const uint64_t* const numbers = numbers_.data() + use.first_number;
    const size_t some = std::min<size_t>(plan.event_count - event_, EventBatch::kMost - i);
    std::fill_n(batch.thread.data() + i, some, use.thread);
    const Event* event = phrase_events_.data() + plan.first_event + event_;
    for (const size_t end = i + some; i < end; ++i, ++event) {
      EventShape shape = event->shape;
      shape.size += static_cast<uint32_t>(numbers[event->size]);
      batch.shape[i] = shape;
      batch.operand[i] = numbers[event->operand] + event->operand_plus;
      batch.value[i] = numbers[event->value] + event->value_plus;
      batch.site[i] = event->site;
    }
    event_ += static_cast<uint32_t>(some);
    if (event_ < plan.event_count) break;
    event_ = 0;
    ++use_;
  }
  batch.count = i;
}

bool FwtPhraseDecoder::read_forms(ByteReader& in) {
  const uint64_t count = in.varint();
  if (count > kFwtMaxForms) return false;
  forms_.assign(count, {});
  value_columns_.clear();
  for (Form& form : forms_) {
    const uint64_t phrase = in.varint();
    if (phrase >= book_.size()) return false;
    form.plan = &book_.plan(phrase);
    form.first_value = static_cast<uint32_t>(value_columns_.size());
    form.columns = 1u + form.plan->moving;
    const auto there = in.bytes((form.plan->differences + size_t{7}) / 8);
    if (in.failed()) return false;
    for (unsigned i = 0; i < form.plan->differences; ++i)
      value_columns_.push_back(there[i / 8] >> i % 8 & 1 ? static_cast<uint8_t>(form.columns++)
                                                         : uint8_t{0});
  }
  return !in.failed();
}

bool FwtPhraseDecoder::read_sequence(ByteReader& in, uint32_t use_count) {
  const auto low = in.bytes(use_count);
  const bool is_long = forms_.size() > kFwtShortForms;
  const auto high = in.bytes(is_long ? use_count : 0);
  if (in.failed()) return false;
  sequence_.resize(use_count);
  for (uint32_t i = 0; i < use_count; ++i) {
    const unsigned form = low[i] | (is_long ? high[i] : 0u) << 8;
    if (form >= forms_.size()) return false;
    sequence_[i] = static_cast<uint16_t>(form);
    ++forms_[form].uses;
  }
  return true;
}

// Requires that every form is used.
bool FwtPhraseDecoder::make_room_for_rows(uint32_t event_count) {
  uint64_t events = 0, numbers = 0;
  for (const Form& form : forms_) {
    if (form.uses == 0) return false;
    events += uint64_t{form.uses} * form.plan->event_count;
    numbers += uint64_t{form.uses} * form.columns;
  }
  if (events != event_count || numbers > kFwtMaxBlockNumbers) return false;
  if (rows_.size() < numbers) rows_.resize(numbers);
  if (column_.size() < sequence_.size()) column_.resize(sequence_.size());
  if (planes_.size() < 8 * sequence_.size()) planes_.resize(8 * sequence_.size());
  return true;
}

FOREWEAVE_FOR_NEWER_CPUS_TOO
bool FwtPhraseDecoder::read_rows(ByteReader& in) {
  uint64_t* rows = rows_.data();
  for (Form& form : forms_) {
    form.row = rows;
    for (uint32_t i = 0; i < form.uses; ++i) rows[size_t{i} * form.columns] = 0;
    for (uint32_t column = 1; column < form.columns; ++column)
      if (!read_column(in, form, column, rows)) return false;
    rows += size_t{form.uses} * form.columns;
  }
  return true;
}

bool FwtPhraseDecoder::read_column(ByteReader& in, const Form& form, uint32_t column,
                                   uint64_t* rows) {
  const bool is_moving = column <= form.plan->moving;
  uint64_t last = is_moving ? in.u64() : 0;
  const uint64_t step = is_moving && form.uses >= kFwtLeastRowsForAStep ? in.u64() : 0;
  if (!read_planes(in, form.uses)) return false;
  uint64_t* out = rows + column;
  for (uint32_t i = 0; i < form.uses; ++i, out += form.columns) {
    const uint64_t difference = fwt_unzigzag(column_[i]);
    last += step + difference;
    *out = is_moving ? last : difference;
  }
  return true;
}

// The numbers of a column as they are stored.
bool FwtPhraseDecoder::read_planes(ByteReader& in, uint32_t count) {
  const unsigned kinds = in.u16();
  unsigned width = 0;
  for (; kinds >> 2 * width != 0; ++width) {
    uint8_t* const plane = planes_.data() + size_t{width} * count;
    const auto kind = static_cast<FwtPlane>(kinds >> 2 * width & 3);
    if (kind == FwtPlane::zeros) {
      std::fill_n(plane, count, uint8_t{0});
    } else if (kind == FwtPlane::whole) {
      const auto bytes = in.bytes(count);
      std::copy(bytes.begin(), bytes.end(), plane);
    } else if (kind == FwtPlane::sparse) {
      const auto taken = fwt_get_sparse(in.rest(), count, plane);
      if (!taken) return false;
      in.bytes(*taken);
    } else {
      return false;
    }
  }
  fwt_get_planes(planes_.data(), count, width, column_.data());
  return !in.failed();
}

bool FwtPhraseDecoder::find_uses(const FwtRun& run, const uint16_t*& use, size_t thread_count) {
  for (uint32_t i = 0; i < run.count; ++i) {
    Form& form = forms_[*use++];
    uses_.push_back({form.plan, static_cast<uint32_t>(number_count_), run.thread});
    const uint64_t* const numbers = fetch_numbers(form);
    form.row += form.columns;
    if (form.plan->can_be_wrong && !makes_sense(*form.plan, numbers, thread_count)) [[unlikely]]
      return false;
  }
  return true;
}

bool FwtPhraseDecoder::makes_sense(const FwtPhrasePlan& plan, const uint64_t* numbers,
                                   size_t thread_count) const {
  const PhraseEvent* const events = book_.events(plan);
  return std::all_of(events, events + plan.event_count, [&](const PhraseEvent& e) {
    return numbers[e.size.blank] + e.size.plus <= UINT32_MAX &&
           (operand_of(e.kind) != Operand::thread ||
            numbers[e.operand.blank] + e.operand.plus < thread_count);
  });
}

uint64_t* FwtPhraseDecoder::fetch_numbers(const Form& form) {
  const FwtPhrasePlan& plan = *form.plan;
  const size_t count = size_t{1} + plan.moving + plan.differences;
  if (numbers_.size() < number_count_ + count) [[unlikely]]
    numbers_.resize(2 * (number_count_ + count));
  uint64_t* const numbers = numbers_.data() + number_count_;
  number_count_ += count;
  numbers[0] = 0;
  const uint64_t* const row = form.row;
  const FwtPhraseStep* step = book_.steps(plan);
  for (uint32_t i = 1; i <= plan.moving; ++i, ++step) numbers[step->number] = row[i];
  const uint8_t* value_column = value_columns_.data() + form.first_value;
  for (const FwtPhraseStep* end = step + plan.accesses; step != end; ++step) {
    const uint64_t address = numbers[step->address] + step->address_plus;
    uint64_t value = numbers[step->number] + step->plus;
    if (step->is_difference) {
      value = image_.value(address, step->behind, step->size) + row[*value_column++];
      value &= MemoryImage::mask(step->size);
      numbers[step->number] = value;
    }
    image_.set(address, step->behind, step->size, value);
  }
  return numbers;
}

}  // namespace foreweave
