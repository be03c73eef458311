// The fixed parts of a .fwt file: head, block headers, trailer (docs/trace-format.md has the same
// in words). Nothing here trusts a byte: what does not check out is not returned.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "base/bytes/byte_writer.h"

namespace foreweave {

inline constexpr uint32_t kFwtVersion = 7;
// In these, blocks of phrases had other rules.
inline constexpr uint32_t kFwtFirstForgottenVersion = 2, kFwtLastForgottenVersion = 3;

inline constexpr size_t kFwtHeadBytes = 24;
inline constexpr size_t kFwtHeaderBytes = 48;
inline constexpr size_t kFwtTrailerBytes = 40;

// No block is larger, so that a reader's memory does not depend on what a file says.
inline constexpr uint32_t kFwtMaxBlockEvents = 1u << 16;
inline constexpr uint32_t kFwtMaxPhraseBlockEvents = 1u << 18;
inline constexpr uint32_t kFwtMaxBlockNumbers = 1u << 18;  // of a block of phrases: one for each
                                                           // phrase and one for each of its blanks
inline constexpr uint32_t kFwtMaxRawBytes = 4u << 20;
inline constexpr uint32_t kFwtMaxText = 1u << 20;

enum class FwtHead : uint8_t { good, foreign, cut, damaged, older, newer };

struct FwtHeadInfo {
  FwtHead state = FwtHead::foreign;
  uint32_t version = 0;
  bool hash_is_right = false;
};

void put_fwt_head(ByteWriter& out);
FwtHeadInfo look_at_fwt_head(std::span<const uint8_t> file);

enum class FwtBlockType : uint32_t { tables = 1, events = 2, index = 3, phrases = 4 };
// 0: it holds none.
inline uint32_t max_events(FwtBlockType type) {
  return type == FwtBlockType::events    ? kFwtMaxBlockEvents
         : type == FwtBlockType::phrases ? kFwtMaxPhraseBlockEvents
                                         : 0;
}

struct FwtBlockHeader {
  FwtBlockType type = FwtBlockType::tables;
  uint32_t sequence = 0;     // blocks before this one
  uint64_t first_event = 0;  // events before this block
  uint32_t event_count = 0;
  uint32_t raw_bytes = 0;
  uint32_t stored_bytes = 0;  // of the payload, which follows the header
  uint64_t payload_hash = 0;
};

void put_fwt_header(ByteWriter& out, const FwtBlockHeader& header);
// The header at `offset` if it is whole, has the right hash, and is within the limits. Says nothing
// about the payload, which may be cut or damaged.
std::optional<FwtBlockHeader> fwt_header_at(std::span<const uint8_t> file, uint64_t offset);
// The stored payload of the header at `offset` if it is whole and has the right hash.
std::optional<std::span<const uint8_t>> fwt_payload_at(std::span<const uint8_t> file,
                                                       uint64_t offset,
                                                       const FwtBlockHeader& header);

struct FwtTrailer {
  uint64_t index_offset = 0;
  uint64_t event_count = 0;
  uint64_t block_count = 0;  // without the index
  friend bool operator==(const FwtTrailer&, const FwtTrailer&) = default;
};

void put_fwt_trailer(ByteWriter& out, const FwtTrailer& trailer);
// The trailer at `offset`, if there is one with the right hash.
std::optional<FwtTrailer> fwt_trailer_at(std::span<const uint8_t> file, uint64_t offset);

// How many events the file held in all, as far as anything behind `offset` still tells: the
// trailer, or the headers of blocks that can be found.
uint64_t events_known_behind(std::span<const uint8_t> file, uint64_t offset);

// How many events the whole blocks from the start on announce; for reserving memory.
uint64_t events_announced(std::span<const uint8_t> file);

}  // namespace foreweave
