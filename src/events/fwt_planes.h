// Numbers stored byte by byte: first the lowest byte of each, then the next one of each. Bytes of
// one kind stand together, which compresses better and faster than numbers of several bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace foreweave {

// Small ones for numbers close to zero, whatever their sign.
inline uint64_t fwt_zigzag(uint64_t number) { return (number << 1) ^ (0 - (number >> 63)); }
inline uint64_t fwt_unzigzag(uint64_t number) { return (number >> 1) ^ (0 - (number & 1)); }

namespace fwt_planes {

using Bytes16 [[gnu::vector_size(16)]] = uint8_t;

// Eight numbers of eight bytes become eight times a byte of each, and the other way round.
struct Eight {
  Bytes16 pairs[4];

  void turn() {
    Bytes16 a[4], b[4];
    for (int i = 0; i < 4; ++i)
      a[i] = __builtin_shufflevector(pairs[i], pairs[i], 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6,
                                     14, 7, 15);
    for (int i = 0; i < 4; i += 2) {
      b[i] = __builtin_shufflevector(a[i], a[i + 1], 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7,
                                     22, 23);
      b[i + 1] = __builtin_shufflevector(a[i], a[i + 1], 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28,
                                         29, 14, 15, 30, 31);
    }
    for (int i = 0; i < 2; ++i) {
      pairs[2 * i] = __builtin_shufflevector(b[i], b[i + 2], 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7,
                                             20, 21, 22, 23);
      pairs[2 * i + 1] = __builtin_shufflevector(b[i], b[i + 2], 8, 9, 10, 11, 24, 25, 26, 27, 12,
                                                 13, 14, 15, 28, 29, 30, 31);
    }
  }
};

}  // namespace fwt_planes

// The lowest `width` bytes of each number, in width * count bytes.
inline void fwt_put_planes(const uint64_t* numbers, size_t count, unsigned width, uint8_t* out) {
  size_t at = 0;
  for (; at + 8 <= count; at += 8) {
    fwt_planes::Eight eight;
    std::memcpy(&eight, numbers + at, 64);
    eight.turn();
    uint8_t planes[64];
    std::memcpy(planes, &eight, 64);
    for (unsigned p = 0; p < width; ++p) std::memcpy(out + p * count + at, planes + 8 * p, 8);
  }
  for (; at < count; ++at)
    for (unsigned p = 0; p < width; ++p)
      out[p * count + at] = static_cast<uint8_t>(numbers[at] >> 8 * p);
}

inline void fwt_get_planes(const uint8_t* in, size_t count, unsigned width, uint64_t* numbers) {
  size_t at = 0;
  for (; at + 8 <= count; at += 8) {
    uint8_t planes[64] = {};
    for (unsigned p = 0; p < width; ++p) std::memcpy(planes + 8 * p, in + p * count + at, 8);
    fwt_planes::Eight eight;
    std::memcpy(&eight, planes, 64);
    eight.turn();
    std::memcpy(numbers + at, &eight, 64);
  }
  for (; at < count; ++at) {
    numbers[at] = 0;
    for (unsigned p = 0; p < width; ++p) numbers[at] |= uint64_t{in[p * count + at]} << 8 * p;
  }
}

// The highest bit of each byte that is not zero.
inline uint64_t fwt_nonzero_bytes(uint64_t bytes) {
  constexpr uint64_t kLow = 0x7f7f7f7f7f7f7f7f;
  return (((bytes & kLow) + kLow) | bytes) & ~kLow;
}

inline size_t fwt_count_nonzero(const uint8_t* bytes, size_t count) {
  size_t some = 0, at = 0;
  for (; at + 8 <= count; at += 8) {
    uint64_t eight;
    std::memcpy(&eight, bytes + at, 8);
    some += static_cast<size_t>(std::popcount(fwt_nonzero_bytes(eight)));
  }
  for (; at < count; ++at) some += bytes[at] != 0;
  return some;
}

// How a plane is stored; two bits of a column each.
enum class FwtPlane : uint8_t { zeros = 0, whole = 1, sparse = 2 };

// Sparse: a bit for each byte, and then the bytes that are not zero. Returns where they end; may
// write up to 8 bytes behind that.
uint8_t* fwt_put_sparse(const uint8_t* bytes, size_t count, uint8_t* out);
// Takes a sparse plane of `count` bytes from the beginning of `in`. Returns how many bytes of it
// that were; nothing if there are not enough.
std::optional<size_t> fwt_get_sparse(std::span<const uint8_t> in, size_t count, uint8_t* out);

}  // namespace foreweave
