#include "events/fwt/coding/planes.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>

namespace foreweave {

namespace {

uint64_t load(const uint8_t* bytes, size_t count) {
  uint64_t eight = 0;
  if (count >= 8) [[likely]]
    std::memcpy(&eight, bytes, 8);
  else
    std::memcpy(&eight, bytes, count);
  return eight;
}

// Eight bytes at a time: their bits, and those that are not zero.
uint8_t* put_sparse(const uint8_t* bytes, size_t count, uint8_t* out) {
  uint8_t* bits = out;
  out += (count + 7) / 8;
  for (size_t at = 0; at < count; at += 8) {
    uint64_t eight = load(bytes + at, count - at);
    const uint64_t some = fwt_nonzero_bytes(eight) >> 7;
    *bits++ = static_cast<uint8_t>(some * 0x0102040810204080 >> 56);  // the lowest bit of each byte
    for (; eight != 0; eight >>= 8) {
      *out = static_cast<uint8_t>(eight);
      out += *out != 0;
    }
  }
  return out;
}

#if defined(__x86_64__)
[[gnu::target("bmi2,popcnt")]] uint8_t* put_sparse_bmi2(const uint8_t* bytes, size_t count,
                                                        uint8_t* out) {
  uint8_t* bits = out;
  out += (count + 7) / 8;
  for (size_t at = 0; at < count; at += 8) {
    const uint64_t eight = load(bytes + at, count - at);
    const uint64_t some = fwt_nonzero_bytes(eight) >> 7;
    *bits++ = static_cast<uint8_t>(some * 0x0102040810204080 >> 56);
    const uint64_t packed = __builtin_ia32_pext_di(eight, some * 0xff);
    std::memcpy(out, &packed, 8);
    out += std::popcount(some);
  }
  return out;
}

[[gnu::target("avx512f,avx512bw,avx512vbmi2,popcnt")]] uint8_t* put_sparse_avx512(
    const uint8_t* bytes, size_t count, uint8_t* out) {
  uint8_t* bits = out;
  out += (count + 7) / 8;
  size_t at = 0;
  for (; at + 64 <= count; at += 64, bits += 8) {
    const __m512i all = _mm512_loadu_si512(bytes + at);
    const uint64_t some = _mm512_test_epi8_mask(all, all);
    std::memcpy(bits, &some, 8);
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(some, all));
    out += std::popcount(some);
  }
  const size_t left = count - at;
  const __m512i all = _mm512_maskz_loadu_epi8((uint64_t{1} << left) - 1, bytes + at);
  const uint64_t some = _mm512_test_epi8_mask(all, all);
  std::memcpy(bits, &some, (left + 7) / 8);
  _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(some, all));
  return out + std::popcount(some);
}
#endif

}  // namespace

std::vector<FwtPutSparse> fwt_ways_to_put_sparse() {
  std::vector<FwtPutSparse> ways;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bw"))
    ways.push_back(put_sparse_avx512);
  if (__builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt"))
    ways.push_back(put_sparse_bmi2);
#endif
  ways.push_back(put_sparse);
  return ways;
}

uint8_t* fwt_put_sparse(const uint8_t* bytes, size_t count, uint8_t* out) {
  static const FwtPutSparse fastest = fwt_ways_to_put_sparse().front();
  return fastest(bytes, count, out);
}

std::optional<size_t> fwt_get_sparse(std::span<const uint8_t> in, size_t count, uint8_t* out) {
  const size_t bit_bytes = (count + 7) / 8;
  if (in.size() < bit_bytes) return std::nullopt;
  size_t at = bit_bytes;
  std::fill_n(out, count, uint8_t{0});
  for (size_t i = 0; i < bit_bytes; ++i) {
    unsigned bits = in[i];
    if (count - 8 * i < 8) bits &= (1u << (count - 8 * i)) - 1;
    if (in.size() - at < static_cast<size_t>(std::popcount(bits))) return std::nullopt;
    for (; bits != 0; bits &= bits - 1)
      out[8 * i + static_cast<size_t>(std::countr_zero(bits))] = in[at++];
  }
  return at;
}

}  // namespace foreweave
