#include "events/fwt/coding/zstd.h"

#define ZSTD_STATIC_LINKING_ONLY  // for ZSTD_c_literalCompressionMode
#include <zstd.h>

#include "base/check.h"

namespace foreweave {

FwtCompressor::FwtCompressor() : context_(ZSTD_createCCtx()) {
  CHECK(context_ != nullptr, "no memory for zstd");
}
FwtCompressor::~FwtCompressor() { ZSTD_freeCCtx(context_); }

void FwtCompressor::set(Effort effort) {
  ZSTD_CCtx_reset(context_, ZSTD_reset_session_and_parameters);
  const auto set = [this](ZSTD_cParameter parameter, int value) {
    ZSTD_CCtx_setParameter(context_, parameter, value);
  };
  // Measured on traces of twelve threads: level 3 gains little over 1 and takes twice as long.
  set(ZSTD_c_compressionLevel, 1);
  if (effort == Effort::thorough) return;
  // A block of phrases has lost what is easily guessed, and its bytes are sorted by what they mean.
  // What zstd still finds there are long repetitions. Encoding the bytes in between takes five
  // times as long as everything else that it does, for a third of the size.
  set(ZSTD_c_strategy, ZSTD_fast);
  set(ZSTD_c_minMatch, 7);
  set(ZSTD_c_hashLog, 12);
  set(ZSTD_c_targetLength, 256);
  set(ZSTD_c_literalCompressionMode, ZSTD_ps_disable);
}

std::span<const uint8_t> FwtCompressor::compress(std::span<const uint8_t> raw, Effort effort) {
  set(effort);
  if (const size_t needed = ZSTD_compressBound(raw.size()); needed > room_) {
    frame_.reset(new uint8_t[needed]);
    room_ = needed;
  }
  const size_t size = ZSTD_compress2(context_, frame_.get(), room_, raw.data(), raw.size());
  CHECK(!ZSTD_isError(size), "zstd could not compress into a buffer of the size it asked for");
  return {frame_.get(), size};
}

FwtDecompressor::FwtDecompressor() : context_(ZSTD_createDCtx()) {
  CHECK(context_ != nullptr, "no memory for zstd");
}
FwtDecompressor::~FwtDecompressor() { ZSTD_freeDCtx(context_); }

bool FwtDecompressor::decompress(std::span<const uint8_t> frame, uint32_t raw_bytes,
                                 FwtPayload& out) {
  // Errors of both are huge numbers, hence never equal.
  if (ZSTD_getFrameContentSize(frame.data(), frame.size()) != raw_bytes ||
      ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size())
    return false;
  const auto room = out.make_room(raw_bytes);
  return ZSTD_decompressDCtx(context_, room.data(), room.size(), frame.data(), frame.size()) ==
         raw_bytes;
}

}  // namespace foreweave
