// One line of STD text, taken apart with care: spaces, hexadecimal numbers, every kind of mistake.
// The reader takes the common form of a line on a faster path and comes here for the rest, so that
// what a line means is defined in one place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "events/kind.h"

namespace foreweave {

struct StdLine {
  std::string_view thread;
  Kind kind = Kind::read;
  uint8_t order = 0;         // of an atomic access or a fence (events/memory_order.h)
  std::string_view operand;  // empty if the kind has none
  bool has_value = false;
  uint64_t value = 0;
  uint32_t location = 0;  // 0 also for a negative number, which other tools write for "not known"
};

// The largest location number; UINT32_MAX is "none".
inline constexpr uint32_t kMaxStdLocation = UINT32_MAX - 1;

// "free(?)" frees memory of which the trace knows nothing, unless a variable has that name.
inline constexpr std::string_view kUnknownStdObject = "?";

// Skipped at the start of a text.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// Without the end of the line. The error's `where` is left to the caller.
Result<StdLine> parse_std_line(std::string_view line);

// Can stand for a thread, variable, lock, ...: some text without separators, and no space at its
// ends.
bool is_std_name(std::string_view text);

// No event: blank or a comment.
bool is_skipped_std_line(std::string_view line);

// Could be meant as STD: more than one field, no control characters. For telling "a trace with a
// mistake" from "not a trace".
bool resembles_std_line(std::string_view line);

}  // namespace foreweave
