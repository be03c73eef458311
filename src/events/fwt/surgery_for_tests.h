// Takes .fwt files apart and puts them together again with right checksums, so that tests and
// fuzzers get behind these.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes/byte_writer.h"
#include "events/fwt/coding/hash.h"
#include "events/fwt/coding/layout.h"
#include "events/fwt/coding/zstd.h"

namespace foreweave::surgery {

using Bytes = std::vector<uint8_t>;

struct Block {
  FwtBlockHeader header;
  uint64_t offset = 0;
  Bytes bytes;  // header and payload

  uint64_t end() const { return offset + bytes.size(); }
};

// The whole blocks of a file from its start on, the index included.
inline std::vector<Block> blocks_of(std::span<const uint8_t> file) {
  std::vector<Block> blocks;
  uint64_t offset = kFwtHeadBytes;
  while (const auto header = fwt_header_at(file, offset)) {
    const size_t size = kFwtHeaderBytes + header->stored_bytes;
    if (!fwt_payload_at(file, offset, *header)) break;
    const auto bytes = file.subspan(offset, size);
    blocks.push_back({*header, offset, Bytes(bytes.begin(), bytes.end())});
    offset += size;
  }
  return blocks;
}

inline Bytes raw_payload(const Block& block) {
  FwtDecompressor decompressor;
  FwtPayload payload;
  const auto stored = std::span(block.bytes).subspan(kFwtHeaderBytes);
  if (!decompressor.decompress(stored, block.header.raw_bytes, payload)) return {};
  return {payload.bytes().begin(), payload.bytes().end()};
}

inline void append(Bytes& file, std::span<const uint8_t> bytes) {
  file.insert(file.end(), bytes.begin(), bytes.end());
}

inline Bytes head() {
  ByteWriter out;
  put_fwt_head(out);
  return {out.written().begin(), out.written().end()};
}

// A block with this stored payload and the right hashes; sizes and everything else as `header`
// says.
inline Bytes block_with_stored(FwtBlockHeader header, std::span<const uint8_t> stored) {
  header.stored_bytes = static_cast<uint32_t>(stored.size());
  header.payload_hash = fwt_hash(stored);
  ByteWriter out;
  put_fwt_header(out, header);
  out.bytes(stored);
  return {out.written().begin(), out.written().end()};
}

// A block with this payload, compressed, and the right sizes and hashes.
inline Bytes block_with_raw(FwtBlockHeader header, std::span<const uint8_t> raw) {
  header.raw_bytes = static_cast<uint32_t>(raw.size());
  FwtCompressor compressor;
  using Effort = FwtCompressor::Effort;
  const bool quick = header.type == FwtBlockType::phrases;  // as the writer does
  return block_with_stored(header,
                           compressor.compress(raw, quick ? Effort::quick : Effort::thorough));
}

}  // namespace foreweave::surgery
