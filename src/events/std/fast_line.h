// Takes apart lines of STD text that have the usual shape: "thread|op(name)|123" or
// "thread|op(name=5)|123" without spaces, which is nearly every line of a large trace. Finds the
// separators eight bytes at a time and cuts the names out as words. Decides nothing else: a line of
// any other shape, right or wrong, is left to parse_std_line(), and whether a name may be one is
// asked when it is seen for the first time.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "events/kind.h"
#include "events/std/names.h"

namespace foreweave {

struct StdFastLine {
  const char* start = nullptr;
  StdName thread, operand;
  Kind kind = Kind::read;
  bool has_value = false;
  uint32_t location = 0;
  uint64_t value = 0;
};

class StdFastLineParser {
 public:
  // May look this many bytes ahead of a line's start without asking where the text ends.
  static constexpr size_t kLookAhead = 64;

  StdFastLineParser(const char* begin, const char* end)
      : end_(static_cast<size_t>(end - begin) > kLookAhead ? end - kLookAhead : begin) {}

  // The line that starts at `p`, and p moves behind it; or false, and nothing changed.
  bool take(const char*& p, StdFastLine& line) const;

 private:
  static_assert(std::endian::native == std::endian::little, "names are compared as words");
  static constexpr uint64_t kLowBits = 0x0101010101010101u, kHighBits = 0x8080808080808080u;

  static uint64_t load8(const char* p) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    return word;
  }
  // The lowest set bit marks the first byte of `word` equal to `c`; higher ones mean nothing.
  static uint64_t first_equal(uint64_t word, char c) {
    const uint64_t x = word ^ (kLowBits * static_cast<unsigned char>(c));
    return (x - kLowBits) & ~x & kHighBits;
  }
  static unsigned byte_of(uint64_t mark) {
    return static_cast<unsigned>(std::countr_zero(mark)) / 8;
  }
  static uint64_t first_bytes(uint64_t word, unsigned n) {
    return word & ((uint64_t{1} << (8 * n)) - 1);
  }
  static constexpr uint32_t word_of(const char (&text)[5]) {
    return static_cast<uint32_t>(text[0]) | static_cast<uint32_t>(text[1]) << 8 |
           static_cast<uint32_t>(text[2]) << 16 | static_cast<uint32_t>(text[3]) << 24;
  }
  static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

  template <char... stops>
  bool name(const char* p, StdName& out) const;
  template <char... stops>
  bool long_name(const char* p, StdName& out) const;
  static bool operation(const char*& p, Kind& kind);
  static bool other_operation(const char*& p, Kind& kind);

  const char* end_;  // no line is taken up that starts here or later
};

inline bool StdFastLineParser::take(const char*& from, StdFastLine& line) const {
  const char* p = from;
  if (p >= end_ || !name<'|'>(p, line.thread)) return false;
  p += line.thread.size + 1;
  if (p >= end_ || !operation(p, line.kind)) return false;
  line.has_value = false;
  if (operand_of(line.kind) != Operand::none) {
    if (!name<')', '='>(p, line.operand)) return false;
    p += line.operand.size;
    if (p >= end_) return false;
    if (*p == '=') {
      if (!is_access(line.kind)) return false;
      const char* digits = ++p;
      uint64_t value = 0;
      while (is_digit(*p) && p - digits < 19)
        value = value * 10 + static_cast<uint64_t>(*p++ - '0');
      if (p == digits) return false;
      line.value = value;
      line.has_value = true;
    }
    if (*p++ != ')') return false;
  }
  if (p >= end_ || *p++ != '|') return false;
  const char* digits = p;
  uint32_t location = 0;
  while (is_digit(*p) && p - digits < 9)
    location = location * 10 + static_cast<uint32_t>(*p++ - '0');
  if (p == digits) return false;
  if (*p == '\r') ++p;
  if (*p != '\n') return false;
  line.location = location;
  line.start = from;
  from = p + 1;
  return true;
}

// The text in front of the first of `stops`.
template <char... stops>
inline bool StdFastLineParser::name(const char* p, StdName& out) const {
  const uint64_t low = load8(p);
  if (const uint64_t mark = (first_equal(low, stops) | ...)) [[likely]] {
    const unsigned n = byte_of(mark);
    out = {p, n, first_bytes(low, n), 0};
  } else {
    const uint64_t high = load8(p + 8);
    if (const uint64_t high_mark = (first_equal(high, stops) | ...)) {
      const unsigned n = byte_of(high_mark);
      out = {p, n + 8, low, first_bytes(high, n)};
    } else if (!long_name<stops...>(p, out)) {
      return false;
    }
  }
  // Spaces at the ends do not belong to the name, and "#" may start a comment.
  auto byte = [&](size_t i) { return static_cast<unsigned char>(p[i]); };
  return out.size > 0 && byte(0) > '#' && byte(out.size - 1) > ' ';
}

template <char... stops>
bool StdFastLineParser::long_name(const char* p, StdName& out) const {
  const char* stop = p + 16;
  while (stop < end_ && ((*stop != stops) && ...) && *stop != '\n') ++stop;
  if (stop >= end_ || *stop == '\n') return false;
  out = StdName(std::string_view(p, static_cast<size_t>(stop - p)));
  return true;
}

// The operation and the "(" behind it; for one without operand, up to the "|".
inline bool StdFastLineParser::operation(const char*& p, Kind& kind) {
  const uint32_t word = static_cast<uint32_t>(load8(p));
  if (static_cast<char>(word >> 8) == '(') {
    const char first = static_cast<char>(word);
    kind = first == 'r' ? Kind::read : Kind::write;
    p += 2;
    return first == 'r' || first == 'w';
  }
  if (word == word_of("acq(") || word == word_of("rel(")) {
    kind = word == word_of("acq(") ? Kind::acquire : Kind::release;
    p += 4;
    return true;
  }
  return other_operation(p, kind);
}

}  // namespace foreweave
