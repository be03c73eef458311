// Holds src/patterns to brute force: whatever claim of a small trace is feasible belongs to a class
// that its pattern puts forward, and whatever is put forward looks like its kind.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "agree/brute_force.h"
#include "agree/draft.h"
#include "events/claim.h"
#include "patterns/claim_class.h"

namespace foreweave::agree {

struct PatternCounts {
  std::array<uint64_t, 7> classes{};   // put forward, by kind
  std::array<uint64_t, 7> possible{};  // of these, with a feasible claim
  std::array<uint64_t, 7> feasible{};  // claims that had to be among them
};

// What the pattern of the kind does wrong on the draft's trace, or nothing. Of atomicity violations
// only those count that are within the pattern's rule of what belongs together, told here in other
// words; of orders, those of two events.
std::optional<std::string> judge_pattern(BugKind kind, Model model, const Draft& draft,
                                         BruteForce& brute, PatternCounts& counts);

}  // namespace foreweave::agree
