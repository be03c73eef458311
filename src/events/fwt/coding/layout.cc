#include "events/fwt/coding/layout.h"

#include <algorithm>

#include "base/bytes/byte_reader.h"
#include "events/build/trace_builder.h"
#include "events/fwt/coding/hash.h"

namespace foreweave {

namespace {

// As PNG's: a byte that is no text, both kinds of line end, and the character that ends a file for
// some tools, so that a transfer as text shows in the first bytes.
constexpr std::array<uint8_t, 8> kMagic = {0x89, 'F', 'W', 'T', '\r', '\n', 0x1a, '\n'};
constexpr size_t kMagicStart = 4;  // this much decides what the file is meant to be
constexpr std::array<uint8_t, 4> kBlockMark = {0xf3, 'B', 'l', 'k'};
constexpr std::array<uint8_t, 8> kEndMark = {'F', 'W', 'T', 'e', 'n', 'd', '\r', '\n'};

bool starts_with(std::span<const uint8_t> bytes, std::span<const uint8_t> start) {
  return bytes.size() >= start.size() && std::equal(start.begin(), start.end(), bytes.begin());
}

// Hash of everything written since `start`.
void put_hash(ByteWriter& out, size_t start) { out.u64(fwt_hash(out.written().subspan(start))); }

std::span<const uint8_t> part(std::span<const uint8_t> file, uint64_t offset, size_t bytes) {
  if (offset > file.size() || file.size() - offset < bytes) return {};
  return file.subspan(offset, bytes);
}

bool ends_with_own_hash(std::span<const uint8_t> bytes) {
  const auto hash = bytes.last(8);
  return ByteReader(hash).u64() == fwt_hash(bytes.first(bytes.size() - 8));
}

}  // namespace

void put_fwt_head(ByteWriter& out) {
  const size_t start = out.size();
  out.bytes(kMagic);
  out.u32(kFwtVersion);
  out.u32(0);
  put_hash(out, start);
}

FwtHeadInfo look_at_fwt_head(std::span<const uint8_t> file) {
  FwtHeadInfo info;
  if (!starts_with(file, std::span(kMagic).first(kMagicStart))) return info;
  info.state = FwtHead::cut;
  const auto head = part(file, 0, kFwtHeadBytes);
  if (head.empty()) return info;
  ByteReader in(head.subspan(kMagic.size()));
  info.version = in.u32();
  info.hash_is_right = ends_with_own_hash(head);
  if (starts_with(head, kMagic) && info.version > kFwtVersion)
    info.state = FwtHead::newer;  // whatever follows: a later format may have another head
  else if (info.hash_is_right && info.version >= kFwtFirstForgottenVersion &&
           info.version <= kFwtLastForgottenVersion)
    info.state = FwtHead::older;
  else
    info.state = info.hash_is_right && info.version != 0 ? FwtHead::good : FwtHead::damaged;
  return info;
}

void put_fwt_header(ByteWriter& out, const FwtBlockHeader& header) {
  const size_t start = out.size();
  out.bytes(kBlockMark);
  out.u32(static_cast<uint32_t>(header.type));
  out.u32(header.sequence);
  out.u32(header.event_count);
  out.u64(header.first_event);
  out.u32(header.raw_bytes);
  out.u32(header.stored_bytes);
  out.u64(header.payload_hash);
  put_hash(out, start);
}

std::optional<FwtBlockHeader> fwt_header_at(std::span<const uint8_t> file, uint64_t offset) {
  const auto bytes = part(file, offset, kFwtHeaderBytes);
  if (bytes.empty() || !starts_with(bytes, kBlockMark) || !ends_with_own_hash(bytes))
    return std::nullopt;
  ByteReader in(bytes.subspan(kBlockMark.size()));
  FwtBlockHeader header;
  const uint32_t type = in.u32();
  header.type = static_cast<FwtBlockType>(type);
  header.sequence = in.u32();
  header.event_count = in.u32();
  header.first_event = in.u64();
  header.raw_bytes = in.u32();
  header.stored_bytes = in.u32();
  header.payload_hash = in.u64();
  if (type < static_cast<uint32_t>(FwtBlockType::tables) ||
      type > static_cast<uint32_t>(FwtBlockType::phrases))
    return std::nullopt;
  const uint32_t most = max_events(header.type);
  if ((most > 0) != (header.event_count > 0) || header.event_count > most ||
      header.raw_bytes > kFwtMaxRawBytes || header.first_event > TraceBuilder::kMaxEvents ||
      header.event_count > TraceBuilder::kMaxEvents - header.first_event)
    return std::nullopt;
  return header;
}

std::optional<std::span<const uint8_t>> fwt_payload_at(std::span<const uint8_t> file,
                                                       uint64_t offset,
                                                       const FwtBlockHeader& header) {
  const auto payload = part(file, offset + kFwtHeaderBytes, header.stored_bytes);
  if (payload.size() != header.stored_bytes || fwt_hash(payload) != header.payload_hash)
    return std::nullopt;
  return payload;
}

void put_fwt_trailer(ByteWriter& out, const FwtTrailer& trailer) {
  const size_t start = out.size();
  out.bytes(kEndMark);
  out.u64(trailer.index_offset);
  out.u64(trailer.event_count);
  out.u64(trailer.block_count);
  put_hash(out, start);
}

std::optional<FwtTrailer> fwt_trailer_at(std::span<const uint8_t> file, uint64_t offset) {
  const auto bytes = part(file, offset, kFwtTrailerBytes);
  if (bytes.empty() || !starts_with(bytes, kEndMark) || !ends_with_own_hash(bytes))
    return std::nullopt;
  ByteReader in(bytes.subspan(kEndMark.size()));
  FwtTrailer trailer;
  trailer.index_offset = in.u64();
  trailer.event_count = in.u64();
  trailer.block_count = in.u64();
  return trailer;
}

uint64_t events_known_behind(std::span<const uint8_t> file, uint64_t offset) {
  uint64_t known = 0;
  if (file.size() >= kFwtTrailerBytes) {
    const auto trailer = fwt_trailer_at(file, file.size() - kFwtTrailerBytes);
    if (trailer && trailer->event_count <= TraceBuilder::kMaxEvents) known = trailer->event_count;
  }
  while (offset < file.size()) {
    if (const auto header = fwt_header_at(file, offset)) {
      known = std::max(known, header->first_event + header->event_count);
      offset += kFwtHeaderBytes + header->stored_bytes;
      continue;
    }
    const auto rest = file.subspan(offset + 1);
    const auto mark = std::search(rest.begin(), rest.end(), kBlockMark.begin(), kBlockMark.end());
    offset += 1 + static_cast<uint64_t>(mark - rest.begin());
  }
  return known;
}

uint64_t events_announced(std::span<const uint8_t> file) {
  uint64_t events = 0, offset = kFwtHeadBytes;
  while (const auto header = fwt_header_at(file, offset)) {
    if (header->first_event != events) break;
    events += header->event_count;
    offset += kFwtHeaderBytes + header->stored_bytes;
  }
  return events;
}

}  // namespace foreweave
