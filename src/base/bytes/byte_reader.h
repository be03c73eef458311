// Reads numbers from bytes that may be damaged: every read is checked, a failed one sets failed()
// and yields zero, and no later read succeeds. Ask failed() once at the end of a record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace foreweave {

class ByteReader {
 public:
  explicit ByteReader(std::span<const uint8_t> bytes)
      : begin_(bytes.data()), at_(begin_), end_(begin_ + bytes.size()) {}

  bool failed() const { return failed_; }
  size_t left() const { return static_cast<size_t>(end_ - at_); }
  size_t position() const { return static_cast<size_t>(at_ - begin_); }

  uint8_t u8() { return fixed<uint8_t>(); }
  uint16_t u16() { return fixed<uint16_t>(); }
  uint32_t u32() { return fixed<uint32_t>(); }
  uint64_t u64() { return fixed<uint64_t>(); }

  // LEB128, at most ten bytes.
  uint64_t varint() {
    if (at_ < end_ && *at_ < 0x80) return *at_++;
    return long_varint();
  }
  int64_t zigzag() {
    const uint64_t v = varint();
    return static_cast<int64_t>((v >> 1) ^ (~(v & 1) + 1));
  }

  // What has not been read yet.
  std::span<const uint8_t> rest() const { return {at_, left()}; }

  std::span<const uint8_t> bytes(size_t n) {
    if (n > left()) return fail(), std::span<const uint8_t>();
    const uint8_t* start = at_;
    at_ += n;
    return {start, n};
  }
  std::string_view text(size_t n) {
    const auto b = bytes(n);
    return {reinterpret_cast<const char*>(b.data()), b.size()};
  }

 private:
  template <class T>
  T fixed() {  // little endian, as every machine we run on
    T v = 0;
    if (left() < sizeof(T)) return fail(), v;
    std::memcpy(&v, at_, sizeof(T));
    at_ += sizeof(T);
    return v;
  }

  uint64_t long_varint() {
    uint64_t v = 0;
    for (unsigned shift = 0; shift < 70 && at_ < end_; shift += 7) {
      const uint8_t byte = *at_++;
      if (shift == 63 && byte > 1) break;
      v |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return v;
    }
    return fail(), 0;
  }

  void fail() {
    failed_ = true;
    at_ = end_;
  }

  const uint8_t* begin_;
  const uint8_t* at_;
  const uint8_t* end_;
  bool failed_ = false;
};

}  // namespace foreweave
