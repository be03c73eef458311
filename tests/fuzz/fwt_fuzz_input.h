// What the fuzzer of .fwt mutates: not files, whose checksums would stop it at once, but the
// payloads of their blocks, from which a file with right checksums is made.
//
//   input  = mode (u8)  rest
//   mode 0: the rest is a file as it is
//   else:   rest = block*, block = what (u8)  events (u16)  length (u16)  bytes
//           what % 5: 0 tables, 1 events, 2 index, 3 events whose bytes are not compressed for it,
//                     4 phrases
//           mode % 2: with a trailer at the end
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes/byte_reader.h"
#include "events/fwt/surgery_for_tests.h"

namespace foreweave::fuzz {

using surgery::Bytes;

enum What : uint8_t { kTables = 0, kEvents = 1, kIndex = 2, kStored = 3, kPhrases = 4 };

struct Block {
  uint8_t what = kTables;
  uint16_t events = 0;  // one less than the block has, if it has any
  std::span<const uint8_t> bytes;
};

inline std::vector<Block> blocks_of_input(std::span<const uint8_t> rest) {
  std::vector<Block> blocks;
  ByteReader in(rest);
  while (in.left() > 5) {
    Block b;
    b.what = in.u8() % 5;
    b.events = in.u16();
    b.bytes = in.bytes(std::min<size_t>(in.u16(), in.left()));
    blocks.push_back(b);
  }
  return blocks;
}

inline uint32_t event_count(const Block& b) {
  return b.what == kTables || b.what == kIndex ? 0 : b.events + 1u;
}

inline Bytes file_from_blocks(const std::vector<Block>& blocks, bool with_trailer) {
  Bytes file = surgery::head();
  FwtBlockHeader header;
  for (const Block& b : blocks) {
    header.type = b.what == kTables    ? FwtBlockType::tables
                  : b.what == kIndex   ? FwtBlockType::index
                  : b.what == kPhrases ? FwtBlockType::phrases
                                       : FwtBlockType::events;
    header.event_count = event_count(b);
    if (b.what == kStored) header.raw_bytes = b.events;
    const FwtTrailer trailer{file.size(), header.first_event, header.sequence};
    surgery::append(file, b.what == kStored ? surgery::block_with_stored(header, b.bytes)
                                            : surgery::block_with_raw(header, b.bytes));
    ++header.sequence;
    header.first_event += header.event_count;
    if (b.what == kIndex && with_trailer) {
      ByteWriter out;
      put_fwt_trailer(out, trailer);
      surgery::append(file, out.written());
    }
  }
  return file;
}

// The input that gives this (whole) file.
inline Bytes input_from_file(std::span<const uint8_t> file) {
  ByteWriter out;
  out.u8(1);
  for (const surgery::Block& b : surgery::blocks_of(file)) {
    const Bytes raw = surgery::raw_payload(b);
    out.u8(b.header.type == FwtBlockType::tables    ? kTables
           : b.header.type == FwtBlockType::events  ? kEvents
           : b.header.type == FwtBlockType::phrases ? kPhrases
                                                    : kIndex);
    out.u16(static_cast<uint16_t>(b.header.event_count ? b.header.event_count - 1 : 0));
    out.u16(static_cast<uint16_t>(raw.size()));
    out.bytes(raw);
  }
  return {out.written().begin(), out.written().end()};
}

}  // namespace foreweave::fuzz
