// The hot path of reading a trace, about 90 instructions an event. Everything that could be out of
// bounds is either checked before the loop (the columns' lengths, the site numbers), behind it (the
// threads that forks and joins name) or where it is rare (shapes).
#include "events/fwt_block_decoder.h"

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

}  // namespace

std::optional<std::span<const RawEvent>> FwtBlockDecoder::decode(const FwtPayload& payload,
                                                                 uint32_t event_count,
                                                                 size_t thread_count,
                                                                 size_t site_count) {
  thread_count_ = thread_count;
  site_count_ = site_count;
  names_threads_ = false;
  ByteReader in(payload.bytes());
  uint32_t total = 0;
  if (site_count == 0 || !read_fwt_runs(in, event_count, thread_count, runs_, total) ||
      total != event_count)
    return std::nullopt;
  predictor_.start(runs_, thread_count);
  site_bytes_ = in.u8();
  new_shapes_ = ByteReader(in.bytes(in.varint()));
  if (in.failed() || site_bytes_ < 1 || site_bytes_ > 4 ||
      !find_columns(in.bytes(in.left()), event_count))
    return std::nullopt;

  if (events_.size() < event_count) events_.resize(event_count);
  RawEvent* out = events_.data();
  for (const FwtRun& run : runs_) {
    if (!decode_run(run, out)) return std::nullopt;
    out += run.count;
  }
  const std::span<const RawEvent> events(events_.data(), event_count);
  if (new_shapes_.left() != 0 || !threads_exist(events)) return std::nullopt;
  return events;
}

// How long each part's columns are follows from its control bytes. Once the sums are known to fit,
// the columns need no more checks.
bool FwtBlockDecoder::find_columns(std::span<const uint8_t> columns, uint32_t event_count) {
  if (columns.size() < event_count) return false;
  const auto parts = predictor_.parts();
  at_.resize(parts.size());
  const uint8_t* control = columns.data();
  const uint8_t* const columns_end = control + columns.size();
  std::vector<uint64_t> takes(parts.size());
  uint64_t all = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    at_[i].control = control;
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
    at_[i].site = site;
    at_[i].operand = operand;
    at_[i].value = value;
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

bool FwtBlockDecoder::decode_run(const FwtRun& run, RawEvent* out) {
  const size_t part_number = predictor_.part_of(run.thread);
  FwtPart& part = predictor_.parts()[part_number];
  Columns at = at_[part_number];
  const FwtCells cells = predictor_.cells();
  uint32_t slot = part.slot;
  for (const RawEvent* end = out + run.count; out != end; ++out) {
    const unsigned control = *at.control++;
    if (control & kFwtNewSite) {
      part.next[slot] = load_site(at.site, site_bytes_);
      at.site += site_bytes_;
    }
    const uint32_t site_number = part.next[slot], slot_of_site = site_number & part.mask;
    FwtSiteMemory& site = part.sites[slot_of_site];
    if (control & kFwtNewShape) [[unlikely]]
      if (!read_new_shape(site)) return false;

    const uint64_t operand =
        site.expected_operand() + fwt_fetch(at.operand, control >> kFwtOperandShift & 7);
    FwtCell& cell = cells.of(operand, site);
    const uint64_t value =
        site.expected_value(cell, operand) + fwt_fetch(at.value, control >> kFwtValueShift & 7);
    site.learn(cell, operand, value);
    *out = {run.thread, site.shape.kind, site.shape.flags, site_number, site.shape.size, operand,
            value};
    slot = FwtPart::slot_after(slot_of_site, site.shape.kind, value);
  }
  part.slot = slot;
  at_[part_number] = at;
  return true;
}

bool FwtBlockDecoder::read_new_shape(FwtSiteMemory& site) {
  const uint8_t kind = new_shapes_.u8(), flags = new_shapes_.u8();
  const uint64_t size = new_shapes_.varint();
  if (new_shapes_.failed() || kind >= kKindCount || (flags & ~FW_FLAG_ALL) != 0 ||
      size > UINT32_MAX)
    return false;
  site.set_shape({static_cast<Kind>(kind), flags, static_cast<uint32_t>(size)});
  names_threads_ |= operand_of(site.shape.kind) == Operand::thread;
  return true;
}

// Forks and joins are few: looked at only if the block has any.
bool FwtBlockDecoder::threads_exist(std::span<const RawEvent> events) const {
  return !names_threads_ || std::all_of(events.begin(), events.end(), [&](const RawEvent& e) {
    return operand_of(e.kind) != Operand::thread || e.operand < thread_count_;
  });
}

}  // namespace foreweave
