// The hot path of reading a trace, about 90 instructions an event. Everything that could be out of
// bounds is checked before the loop: the columns' lengths, the site numbers, the shapes.
#include "events/fwt/blocks/block_decoder.h"

#include <array>
#include <cstring>

namespace foreweave {

namespace {

// By control byte: how many bytes of operand, of value and how many sites it takes, in three fields
// that can be summed up over a block: 8 * kFwtMaxBlockEvents needs 20 bits.
constexpr unsigned kSumBits = 21;
constexpr uint64_t kSumMask = (uint64_t{1} << kSumBits) - 1;

constexpr std::array<uint64_t, 256> make_takes() {
  std::array<uint64_t, 256> takes{};
  for (unsigned c = 0; c < 256; ++c)
    takes[c] = kFwtLengths.bytes[c >> kFwtOperandShift & 7] |
               uint64_t{kFwtLengths.bytes[c >> kFwtValueShift & 7]} << kSumBits |
               uint64_t{c & kFwtNewSite} << 2 * kSumBits;
  return takes;
}
constexpr std::array<uint64_t, 256> kTakes = make_takes();

uint32_t load_site(const uint8_t* at, unsigned bytes) {
  uint32_t number;
  std::memcpy(&number, at, 4);
  return number & UINT32_MAX >> (32 - 8 * bytes);
}

// How many control bytes say so, eight at a time.
uint64_t count_new_shapes(std::span<const uint8_t> control) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  uint64_t count = 0;
  size_t i = 0;
  for (; i + 8 <= control.size(); i += 8) {
    uint64_t eight;
    std::memcpy(&eight, control.data() + i, 8);
    count += (eight / kFwtNewShape & kOnes) * kOnes >> 56;
  }
  for (; i < control.size(); ++i) count += control[i] / kFwtNewShape & 1;
  return count;
}

}  // namespace

bool FwtBlockDecoder::start(const FwtPayload& payload, uint32_t event_count, size_t thread_count,
                            size_t site_count) {
  thread_count_ = thread_count;
  site_count_ = site_count;
  run_ = runs_.size();  // no events, if we stop here
  ByteReader in(payload.bytes());
  uint32_t total = 0;
  if (site_count == 0 || !read_fwt_runs(in, event_count, thread_count, runs_, total) ||
      total != event_count)
    return false;
  predictor_.start(runs_, thread_count);
  site_bytes_ = in.u8();
  const auto new_shapes = in.bytes(in.varint());
  if (in.failed() || site_bytes_ < 1 || site_bytes_ > 4 ||
      !find_columns(in.bytes(in.left()), event_count) || !read_new_shapes(new_shapes))
    return false;
  rewind();
  return !names_threads() || threads_exist();
}

void FwtBlockDecoder::rewind() {
  at_ = begin_;
  next_shape_ = new_shapes_.data();
  run_ = done_ = 0;
}

void FwtBlockDecoder::next(EventBatch& batch) {
  batch.count = 0;
  while (batch.count < EventBatch::kMost && run_ < runs_.size()) {
    const FwtRun& run = runs_[run_];
    const uint32_t left = run.count - done_;
    const uint32_t some = std::min(left, static_cast<uint32_t>(EventBatch::kMost - batch.count));
    decode_run(run.thread, some, batch);
    done_ += some;
    if (some < left) continue;
    ++run_;
    done_ = 0;
  }
}

// How long each part's columns are follows from its control bytes. Once the sums are known to fit,
// the columns need no more checks.
bool FwtBlockDecoder::find_columns(std::span<const uint8_t> columns, uint32_t event_count) {
  if (columns.size() < event_count) return false;
  const auto parts = predictor_.parts();
  begin_.resize(parts.size());
  const uint8_t* control = columns.data();
  const uint8_t* const columns_end = control + columns.size();
  std::vector<uint64_t> takes(parts.size());
  uint64_t all = 0;
  new_shape_count_ = count_new_shapes(columns.first(event_count));
  for (size_t i = 0; i < parts.size(); ++i) {
    begin_[i].control = control;
    uint64_t sum = 0;
    for (const uint8_t* end = control + parts[i].event_count; control != end; ++control)
      sum += kTakes[*control];
    takes[i] = sum;
    all += sum;
  }
  const uint64_t site_bytes = (all >> 2 * kSumBits) * site_bytes_;
  const uint64_t operand_bytes = all & kSumMask, value_bytes = all >> kSumBits & kSumMask;
  if (columns.size() != event_count + site_bytes + operand_bytes + value_bytes) return false;

  const uint8_t* site = columns.data() + event_count;
  if (!sites_exist(site, all >> 2 * kSumBits)) return false;
  const uint8_t* operand = site + site_bytes;
  const uint8_t* value = operand + operand_bytes;
  for (size_t i = 0; i < parts.size(); ++i) {
    begin_[i].site = site;
    begin_[i].operand = operand;
    begin_[i].value = value;
    site += (takes[i] >> 2 * kSumBits) * site_bytes_;
    operand += takes[i] & kSumMask;
    value += takes[i] >> kSumBits & kSumMask;
  }
  return value == columns_end;
}

bool FwtBlockDecoder::sites_exist(const uint8_t* site_column, size_t count) const {
  uint32_t last = 0;
  for (size_t i = 0; i < count; ++i)
    last = std::max(last, load_site(site_column + i * site_bytes_, site_bytes_));
  return last < site_count_;
}

void FwtBlockDecoder::decode_run(uint32_t thread, uint32_t count, EventBatch& batch) {
  const size_t part_number = predictor_.part_of(thread);
  FwtPart& part = predictor_.parts()[part_number];
  Columns at = at_[part_number];
  const FwtCells cells = predictor_.cells();
  FwtSiteMemory* const sites = part.sites;
  uint32_t* const next_site = part.next;
  const uint32_t mask = part.mask;
  uint32_t slot = part.slot;
  size_t i = batch.count;
  const size_t end = i + count;
  std::fill_n(batch.thread.data() + i, count, thread);
  for (; i < end; ++i) {
    const unsigned control = *at.control++;
    if (control & kFwtNewSite) {
      next_site[slot] = load_site(at.site, site_bytes_);
      at.site += site_bytes_;
    }
    const uint32_t site_number = next_site[slot], slot_of_site = site_number & mask;
    FwtSiteMemory& site = sites[slot_of_site];
    if (control & kFwtNewShape) [[unlikely]]
      site.shape = *next_shape_++;

    const uint64_t operand =
        site.expected_operand() + fwt_fetch(at.operand, control >> kFwtOperandShift & 7);
    FwtCell& cell = cells.of(operand, site);
    const uint64_t value =
        site.expected_value(cell, operand) + fwt_fetch(at.value, control >> kFwtValueShift & 7);
    site.learn(cell, operand, value);
    batch.shape[i] = site.shape;
    batch.operand[i] = operand;
    batch.value[i] = value;
    batch.site[i] = site_number;
    slot = FwtPart::slot_after(slot_of_site, site.shape.kind, value);
  }
  batch.count = end;
  part.slot = slot;
  at_[part_number] = at;
}

// As many as the control bytes take.
bool FwtBlockDecoder::read_new_shapes(std::span<const uint8_t> bytes) {
  ByteReader in(bytes);
  new_shapes_.clear();
  for (uint64_t i = 0; i < new_shape_count_ && !in.failed(); ++i) {
    const uint8_t kind = in.u8(), flags = in.u8();
    const uint64_t size = in.varint();
    if (kind >= kKindCount || (flags & ~FW_FLAG_ALL) != 0 || size > UINT32_MAX) return false;
    new_shapes_.push_back({static_cast<Kind>(kind), flags, static_cast<uint32_t>(size)});
  }
  return !in.failed() && in.left() == 0;
}

bool FwtBlockDecoder::names_threads() const {
  return std::any_of(new_shapes_.begin(), new_shapes_.end(), [](const EventShape& shape) {
    return operand_of(shape.kind) == Operand::thread;
  });
}

// Which threads forks and joins name is known only when they are decoded, so a block that has any
// is decoded twice. They are few.
bool FwtBlockDecoder::threads_exist() {
  EventBatch batch;
  for (next(batch); batch.count > 0; next(batch))
    for (size_t i = 0; i < batch.count; ++i)
      if (operand_of(batch.shape[i].kind) == Operand::thread && batch.operand[i] >= thread_count_)
        return false;
  predictor_.start(runs_, thread_count_);
  rewind();
  return true;
}

}  // namespace foreweave
