#include "events/std/fast_line.h"

#include <array>

namespace foreweave {

namespace {
// By first letter, the first operation in the table that starts with it.
constexpr std::array<uint8_t, 26> kFirstWithLetter = [] {
  std::array<uint8_t, 26> first{};
  first.fill(kKindCount);
  for (size_t k = kKindCount; k-- > 0;)
    first[static_cast<size_t>(kKinds[k].std_op[0] - 'a')] = static_cast<uint8_t>(k);
  return first;
}();
}  // namespace

bool StdFastLineParser::other_operation(const char*& p, Kind& kind) {
  const char* end = p;
  while (*end >= 'a' && *end <= 'z' && end - p < 10) ++end;
  if (end == p) return false;
  const std::string_view op(p, static_cast<size_t>(end - p));
  size_t k = kFirstWithLetter[static_cast<size_t>(*p - 'a')];
  while (k < kKindCount && kKinds[k].std_op != op) ++k;
  if (k == kKindCount) return false;
  kind = static_cast<Kind>(k);
  const bool has_operand = operand_of(kind) != Operand::none;
  if (*end != (has_operand ? '(' : '|')) return false;
  p = has_operand ? end + 1 : end;
  return true;
}

}  // namespace foreweave
