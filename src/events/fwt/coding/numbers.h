// Numbers of the operand and value columns of .fwt: signed, in one of eight lengths in bytes, which
// a code of three bits tells.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace foreweave {

// `condition ? yes : no` without a branch, for where nobody can guess the condition.
inline uint64_t fwt_choose(bool condition, uint64_t yes, uint64_t no) {
  return __builtin_expect_with_probability(condition, 1, 0.5) ? yes : no;
}

struct FwtLengths {
  uint64_t masks[8];
  uint64_t signs[8];
  uint8_t bytes[8];

  uint64_t extend(uint64_t number, unsigned code) const {
    return ((number & masks[code]) ^ signs[code]) - signs[code];
  }
};
inline constexpr FwtLengths kFwtLengths = {
    {0, 0xff, 0xffff, 0xffffff, 0xffffffff, 0xffffffffff, 0xffffffffffff, ~uint64_t{0}},
    {0, 0x80, 0x8000, 0x800000, 0x80000000, 0x8000000000, 0x800000000000, 0},
    {0, 1, 2, 3, 4, 5, 6, 8}};

// The code of the shortest length that holds the number and its sign. Nobody can guess it, so
// nothing here branches.
inline unsigned fwt_length_code(uint64_t number) {
  const uint64_t sign = ~(number >> 63) + 1;
  const unsigned bits = 64 - static_cast<unsigned>(std::countl_zero((number ^ sign) << 1 | 1));
  const unsigned bytes = (bits + 7) / 8;
  const unsigned code = bytes - bytes / 8;  // seven bytes are stored as eight
  const unsigned is_some = static_cast<unsigned>((number | (~number + 1)) >> 63);
  return code & (0 - is_some);
}

// Always stores eight bytes, of which the next number overwrites what is not needed: no branch.
inline void fwt_store(uint8_t*& at, uint64_t number, unsigned bytes) {
  std::memcpy(at, &number, 8);
  at += bytes;
}

// Always loads eight bytes.
inline uint64_t fwt_fetch(const uint8_t*& at, unsigned code) {
  uint64_t number;
  std::memcpy(&number, at, 8);
  at += kFwtLengths.bytes[code];
  return kFwtLengths.extend(number, code);
}

}  // namespace foreweave
