#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "base/bytes/byte_reader.h"
#include "events/fwt/blocks/block_decoder.h"
#include "events/fwt/coding/layout.h"
#include "events/fwt/coding/zstd.h"
#include "events/fwt/format.h"
#include "events/fwt/phrases/phrase_decoder.h"
#include "events/fwt/read_ahead.h"
#include "events/fwt/tables.h"

namespace foreweave {

namespace {

// A trace in which every event is as expected shrinks to almost nothing, so a small file may
// announce very many events. Beyond this many a byte, memory is taken only as they come.
constexpr uint64_t kReservedEventsPerByte = 8;

class FwtReader {
 public:
  FwtReader(std::span<const uint8_t> file, const std::string& name, Meter* meter)
      : file_(file), name_(name), meter_(meter), builder_(SourceMap(name, SourceMap::Unit::byte)) {
    if (meter) meter->start(file.size());
  }

  Result<Trace> read(unsigned jobs) && {
    builder_.reserve(std::min(events_announced(file_), file_.size() * kReservedEventsPerByte));
    if (jobs < 2 || !read_with_help())
      while (read_block()) {
      }
    if (!is_whole_) count_losses();
    if (builder_.event_count() == 0 && !is_whole_) return no_events();
    return std::move(builder_).finish();
  }

 private:
  // Of the block where we are, if that is the one that must follow.
  std::optional<FwtBlockHeader> next_header() const {
    const auto header = fwt_header_at(file_, offset_);
    if (!header || header->sequence != sequence_ || header->first_event != builder_.event_count())
      return std::nullopt;
    return header;
  }

  void pass_block(const FwtBlockHeader& header) {
    blocks_.push_back(header);
    offset_ += kFwtHeaderBytes + header.stored_bytes;
    ++sequence_;
    if (meter_) meter_->reach(offset_);
  }

  // All blocks, decoded by another thread. False if there is none.
  bool read_with_help() {
    const std::unique_ptr<FwtReadAhead> ahead = FwtReadAhead::start(file_);
    if (!ahead) return false;
    const auto pages = PageMaker::start(builder_.reserved_columns(), builder_.reserved());
    while (const FwtReadAhead::Piece* piece = ahead->next()) {
      if (piece->starts_block && piece->header.event_count > 0) mark_block(piece->offset);
      if (piece->header.type == FwtBlockType::tables)
        CHECK(tables_.read(piece->payload, builder_, phrases_), "tables make sense or not");
      for (size_t i = 0; i < piece->batch_count; ++i) builder_.add_batch(piece->batches[i]);
      if (pages) pages->reach(builder_.event_count());
      if (piece->starts_block) pass_block(piece->header);
    }
    const auto header = next_header();
    if (header && header->type == FwtBlockType::index) read_end(*header);
    return true;
  }

  // False behind the last block or at the first damage. Nothing of a damaged block is used.
  bool read_block() {
    const auto header = next_header();
    if (!header) return false;
    if (header->type == FwtBlockType::index) return read_end(*header), false;
    const auto stored = fwt_payload_at(file_, offset_, *header);
    if (!stored || !decompressor_.decompress(*stored, header->raw_bytes, payload_)) return false;
    const bool understood = header->type == FwtBlockType::tables
                                ? tables_.read(payload_.bytes(), builder_, phrases_)
                                : add_events(*header);
    if (!understood) return false;
    pass_block(*header);
    return true;
  }

  bool add_events(const FwtBlockHeader& header) {
    return header.type == FwtBlockType::phrases
               ? phrases_.start(payload_, header.event_count, builder_.thread_count()) &&
                     take_events(phrases_)
               : decoder_.start(payload_, header.event_count, builder_.thread_count(),
                                tables_.site_count()) &&
                     take_events(decoder_);
  }

  void mark_block(uint64_t offset) {
    builder_.source().mark(static_cast<uint32_t>(builder_.event_count()), offset);
  }

  // What a decoder has started with makes sense, to its last event.
  template <class Decoder>
  bool take_events(Decoder& decoder) {
    mark_block(offset_);
    for (decoder.next(batch_); batch_.count > 0; decoder.next(batch_)) builder_.add_batch(batch_);
    return true;
  }

  // Every block was read, and here is the index: whatever is wrong from here on costs no event.
  void read_end(const FwtBlockHeader& header) {
    is_whole_ = true;
    const auto stored = fwt_payload_at(file_, offset_, header);
    const uint64_t end = offset_ + kFwtHeaderBytes + header.stored_bytes;
    const FwtTrailer expected{offset_, builder_.event_count(), sequence_};
    if (!stored || !decompressor_.decompress(*stored, header.raw_bytes, payload_) ||
        !index_agrees(payload_.bytes()) || fwt_trailer_at(file_, end) != expected)
      return builder_.losses().add(Loss::missing_index);
    if (const uint64_t rest = file_.size() - end - kFwtTrailerBytes)
      builder_.losses().add(Loss::bytes_after_damage, rest);
  }

  bool index_agrees(std::span<const uint8_t> index) const {
    ByteReader in(index);
    const uint64_t entries = in.varint();
    if (entries > blocks_.size()) return false;
    for (uint64_t i = 0; i < entries; ++i) {
      const FwtBlockHeader& header = blocks_[i];
      if (in.varint() != static_cast<uint64_t>(header.type) ||
          in.varint() != kFwtHeaderBytes + header.stored_bytes || in.varint() != header.event_count)
        return false;
    }
    return !in.failed() && in.left() == 0;
  }

  void count_losses() {
    Losses& losses = builder_.losses();
    losses.add(Loss::missing_index);
    const uint64_t read = builder_.event_count();
    const FwtTrailer all_was_read{offset_, read, sequence_};
    if (file_.size() >= kFwtTrailerBytes &&
        fwt_trailer_at(file_, file_.size() - kFwtTrailerBytes) == all_was_read) {
      is_whole_ = true;  // only the index is damaged
      return;
    }
    losses.add(Loss::bytes_after_damage, file_.size() - offset_);
    const uint64_t known = events_known_behind(file_, offset_);
    if (known > read) losses.add(Loss::events_in_damaged_blocks, known - read);
  }

  Error no_events() const {
    const auto header = fwt_header_at(file_, offset_);
    const uint64_t end = offset_ + kFwtHeaderBytes + (header ? header->stored_bytes : 0);
    const char* what = end > file_.size()
                           ? "no event can be read: the file was cut short here"
                           : "no event can be read: the file is damaged from here on";
    return {what, fmt::format("{}, byte {}", name_, offset_)};
  }

  std::span<const uint8_t> file_;
  const std::string& name_;
  Meter* const meter_;
  uint64_t offset_ = kFwtHeadBytes;
  uint32_t sequence_ = 0;
  bool is_whole_ = false;               // no event is missing
  std::vector<FwtBlockHeader> blocks_;  // as read
  TraceBuilder builder_;
  FwtTableReader tables_;
  FwtDecompressor decompressor_;
  FwtBlockDecoder decoder_;
  FwtPhraseDecoder phrases_;
  FwtPayload payload_;
  EventBatch batch_;
};

}  // namespace

bool looks_like_fwt(std::span<const uint8_t> bytes) {
  return look_at_fwt_head(bytes).state != FwtHead::foreign;
}

Result<Trace> read_fwt(std::span<const uint8_t> bytes, const std::string& file, unsigned jobs,
                       Meter* meter) {
  const FwtHeadInfo head = look_at_fwt_head(bytes);
  switch (head.state) {
    case FwtHead::good:
      return FwtReader(bytes, file, meter).read(jobs);
    case FwtHead::foreign:
      return Error{"this is not a Foreweave trace", file};
    case FwtHead::cut:
      return Error{"the file ends within the head of a Foreweave trace", file};
    case FwtHead::damaged:
      return Error{"the head of this Foreweave trace is damaged", file};
    case FwtHead::older:
      return Error{fmt::format("this trace was written by an older Foreweave (format {}; this one "
                               "writes {}): record it again",
                               head.version, kFwtVersion),
                   file};
    case FwtHead::newer:
      return Error{fmt::format("this trace was written by a newer Foreweave (format {}; this one "
                               "reads up to {}){}",
                               head.version, kFwtVersion,
                               head.hash_is_right ? "" : ", or its head is damaged"),
                   file};
  }
  CHECK(false, "a head is in one of these states");
}

}  // namespace foreweave
