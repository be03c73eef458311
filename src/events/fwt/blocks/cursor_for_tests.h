// Numbers as docs/trace-format.md describes them, for readers of .fwt that share no line with the
// real one. What is not there throws std::out_of_range.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "events/fwt/samples_for_tests.h"

namespace foreweave::samples {

struct Cursor {
  const Bytes* bytes = nullptr;
  size_t at = 0;

  uint8_t u8() { return bytes->at(at++); }
  uint64_t varint() {
    uint64_t v = 0;
    for (int shift = 0;; shift += 7) {
      const uint8_t b = u8();
      if (shift == 63 && b > 1) throw std::out_of_range("a number of more than 64 bits");
      v += uint64_t{b & 0x7fu} << shift;
      if (b < 128) return v;
    }
  }
  uint64_t number(int length) {  // little-endian
    uint64_t v = 0;
    for (int i = 0; i < length; ++i) v += uint64_t{u8()} << (8 * i);
    return v;
  }
  uint64_t difference(int code) {
    const int length = code == 7 ? 8 : code;
    const uint64_t v = number(length);
    if (length == 0 || length == 8 || v >> (8 * length - 1) == 0) return v;
    return v - (uint64_t{1} << (8 * length));
  }
};

}  // namespace foreweave::samples
