// A claim: what a bug needs of a reordering.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "events/ids.h"

namespace foreweave {

enum class BugKind : uint8_t { race, deadlock, atomicity, use_after_free, double_free, null, order };

std::string_view name(BugKind kind);  // as in JSON: "race", "uaf", "double-free", ...
std::optional<BugKind> bug_kind_from_name(std::string_view name);

struct Claim {
  BugKind kind = BugKind::race;
  std::vector<EventId> happen;   // occur in the reordering, in this order
  std::vector<EventId> pending;  // each the next event of its thread when the reordering ends

  static Claim race(EventId a, EventId b) { return {BugKind::race, {}, {a, b}}; }
  friend bool operator==(const Claim&, const Claim&) = default;
};

}  // namespace foreweave
