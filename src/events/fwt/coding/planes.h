// Numbers stored byte by byte: first the lowest byte of each, then the next one of each. Bytes of
// one kind stand together, which compresses better and faster than numbers of several bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

namespace foreweave {

// Small ones for numbers close to zero, whatever their sign.
inline uint64_t fwt_zigzag(uint64_t number) { return (number << 1) ^ (0 - (number >> 63)); }
inline uint64_t fwt_unzigzag(uint64_t number) { return (number >> 1) ^ (0 - (number & 1)); }

namespace fwt_planes {

using Bytes16 [[gnu::vector_size(16)]] = uint8_t;

// Two of the same size, byte by byte in turn: the first halves and the last ones.
inline Bytes16 mix_bytes(Bytes16 a) {
  return __builtin_shufflevector(a, a, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
}
template <int kUnit>
inline Bytes16 mix_low(Bytes16 a, Bytes16 b) {
  if constexpr (kUnit == 2)
    return __builtin_shufflevector(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
  else if constexpr (kUnit == 4)
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
  else
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
}
template <int kUnit>
inline Bytes16 mix_high(Bytes16 a, Bytes16 b) {
  if constexpr (kUnit == 2)
    return __builtin_shufflevector(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30,
                                   31);
  else if constexpr (kUnit == 4)
    return __builtin_shufflevector(a, b, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30,
                                   31);
  else
    return __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30,
                                   31);
}

inline unsigned sum_of(Bytes16 bytes) {
  uint64_t halves[2];
  std::memcpy(halves, &bytes, 16);
  constexpr uint64_t kEven = 0x00ff00ff00ff00ff;
  unsigned sum = 0;
  for (const uint64_t half : halves)
    sum += static_cast<unsigned>(((half & kEven) + (half >> 8 & kEven)) * 0x0001000100010001 >> 48);
  return sum;
}

// Eight numbers of eight bytes become eight times a byte of each, and the other way round.
struct Eight {
  Bytes16 pairs[4];

  void turn() {
    Bytes16 a[4], b[4];
    for (int i = 0; i < 4; ++i) a[i] = mix_bytes(pairs[i]);
    for (int i = 0; i < 4; i += 2) {
      b[i] = mix_low<2>(a[i], a[i + 1]);
      b[i + 1] = mix_high<2>(a[i], a[i + 1]);
    }
    for (int i = 0; i < 2; ++i) {
      pairs[2 * i] = mix_low<4>(b[i], b[i + 2]);
      pairs[2 * i + 1] = mix_high<4>(b[i], b[i + 2]);
    }
  }
};

}  // namespace fwt_planes

// Numbers are turned into planes this many at a time.
inline constexpr size_t kFwtTurned = 16;

// The lowest `width` bytes of each number; plane p goes to out + p * stride, and some[p] grows by
// the number of its bytes that are not zero. Requires a count that is a multiple of kFwtTurned, at
// most 255 times that.
inline void fwt_put_planes(const uint64_t* numbers, size_t count, unsigned width, uint8_t* out,
                           size_t stride, uint32_t* some) {
  using namespace fwt_planes;
  Bytes16 zeros[8] = {};
  for (size_t at = 0; at < count; at += kFwtTurned) {
    const auto put = [&](unsigned plane, Bytes16 bytes) {
      std::memcpy(out + plane * stride + at, &bytes, 16);
      zeros[plane] -= reinterpret_cast<Bytes16>(bytes == 0);  // true is -1
    };
    // By four numbers, planes 0 to 3 and 4 to 7; by eight, planes 0 and 1, 2 and 3, and so on.
    Bytes16 fours[4], high_fours[4];
    for (int i = 0; i < 4; ++i) {
      Bytes16 a, b;
      std::memcpy(&a, numbers + at + 4 * i, 16);
      std::memcpy(&b, numbers + at + 4 * i + 2, 16);
      a = mix_bytes(a);
      b = mix_bytes(b);
      fours[i] = mix_low<2>(a, b);
      high_fours[i] = mix_high<2>(a, b);
    }
    const auto put_pair = [&](unsigned plane, Bytes16 first, Bytes16 last) {
      put(plane, mix_low<8>(first, last));
      if (width > plane + 1) put(plane + 1, mix_high<8>(first, last));
    };
    put_pair(0, mix_low<4>(fours[0], fours[1]), mix_low<4>(fours[2], fours[3]));
    if (width <= 2) continue;
    put_pair(2, mix_high<4>(fours[0], fours[1]), mix_high<4>(fours[2], fours[3]));
    if (width <= 4) continue;
    put_pair(4, mix_low<4>(high_fours[0], high_fours[1]), mix_low<4>(high_fours[2], high_fours[3]));
    if (width <= 6) continue;
    put_pair(6, mix_high<4>(high_fours[0], high_fours[1]),
             mix_high<4>(high_fours[2], high_fours[3]));
  }
  for (unsigned p = 0; p < width; ++p) some[p] += static_cast<uint32_t>(count) - sum_of(zeros[p]);
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

// How a plane is stored; two bits of a column each.
enum class FwtPlane : uint8_t { zeros = 0, whole = 1, sparse = 2 };

// Sparse: a bit for each byte, and then the bytes that are not zero. Returns where they end; may
// write up to kFwtSparseSpill bytes behind that.
inline constexpr size_t kFwtSparseSpill = 64;
uint8_t* fwt_put_sparse(const uint8_t* bytes, size_t count, uint8_t* out);
// All ways to do that which this processor knows, the fastest first.
using FwtPutSparse = uint8_t* (*)(const uint8_t* bytes, size_t count, uint8_t* out);
std::vector<FwtPutSparse> fwt_ways_to_put_sparse();
// Takes a sparse plane of `count` bytes from the beginning of `in`. Returns how many bytes of it
// that were; nothing if there are not enough.
std::optional<size_t> fwt_get_sparse(std::span<const uint8_t> in, size_t count, uint8_t* out);

}  // namespace foreweave
