#include "events/claim.h"

#include <iterator>

namespace foreweave {

namespace {
constexpr std::string_view kNames[] = {"race", "deadlock", "atomicity", "uaf",    "double-free",
                                       "null", "order",    "hang",      "misuse", "failure"};
static_assert(std::size(kNames) == static_cast<size_t>(BugKind::failure) + 1);
}  // namespace

std::string_view name(BugKind kind) { return kNames[static_cast<size_t>(kind)]; }

std::optional<BugKind> bug_kind_from_name(std::string_view text) {
  for (size_t i = 0; i < std::size(kNames); ++i)
    if (kNames[i] == text) return static_cast<BugKind>(i);
  return std::nullopt;
}

}  // namespace foreweave
