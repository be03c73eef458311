#include "events/fwt_planes.h"

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

uint8_t* pack_nonzero(const uint8_t* bytes, size_t count, uint8_t* out) {
  for (size_t at = 0; at < count; ++at) {
    *out = bytes[at];
    out += bytes[at] != 0;
  }
  return out;
}

#if defined(__x86_64__)
[[gnu::target("bmi2,popcnt")]] uint8_t* pack_nonzero_by_eight(const uint8_t* bytes, size_t count,
                                                              uint8_t* out) {
  for (size_t at = 0; at < count; at += 8) {
    const uint64_t eight = load(bytes + at, count - at);
    const uint64_t some = fwt_nonzero_bytes(eight) >> 7;
    const uint64_t packed = __builtin_ia32_pext_di(eight, some * 0xff);
    std::memcpy(out, &packed, 8);
    out += std::popcount(some);
  }
  return out;
}
#endif

}  // namespace

uint8_t* fwt_put_sparse(const uint8_t* bytes, size_t count, uint8_t* out) {
  for (size_t at = 0; at < count; at += 8) {
    const uint64_t some = fwt_nonzero_bytes(load(bytes + at, count - at)) >> 7;
    *out++ = static_cast<uint8_t>(some * 0x0102040810204080 >> 56);  // the lowest bit of each byte
  }
#if defined(__x86_64__)
  static const bool has_bmi2 = __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  if (has_bmi2) return pack_nonzero_by_eight(bytes, count, out);
#endif
  return pack_nonzero(bytes, count, out);
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
