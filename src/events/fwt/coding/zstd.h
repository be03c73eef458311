// zstd for one block at a time, with the contexts kept between blocks.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "events/fwt/coding/payload.h"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace foreweave {

class FwtCompressor {
 public:
  enum class Effort : uint8_t { thorough, quick };

  FwtCompressor();
  ~FwtCompressor();
  // One zstd frame that states its content size; stays until the next call.
  std::span<const uint8_t> compress(std::span<const uint8_t> raw, Effort effort = Effort::thorough);

 private:
  void set(Effort effort);

  ZSTD_CCtx_s* context_;
  std::unique_ptr<uint8_t[]> frame_;
  size_t room_ = 0;
};

class FwtDecompressor {
 public:
  FwtDecompressor();
  ~FwtDecompressor();
  // Only if `frame` is exactly one frame that states, and has, `raw_bytes` bytes of content.
  bool decompress(std::span<const uint8_t> frame, uint32_t raw_bytes, FwtPayload& out);

 private:
  ZSTD_DCtx_s* context_;
};

}  // namespace foreweave
