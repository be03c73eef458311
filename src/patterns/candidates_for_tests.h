// Candidates as numbers: "happen, then pending" of each claim.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "events/std/trace_for_tests.h"
#include "patterns/claim_class.h"

namespace foreweave {

using EventNumbers = std::vector<uint32_t>;

inline EventNumbers numbers_of(const Claim& claim) {
  EventNumbers numbers;
  for (const EventId e : claim.happen) numbers.push_back(e.value);
  for (const EventId e : claim.pending) numbers.push_back(e.value);
  return numbers;
}

// The first claim of each class.
inline std::vector<EventNumbers> firsts(const Candidates& candidates) {
  std::vector<EventNumbers> all;
  for (const ClaimClass& bug : candidates.classes) all.push_back(numbers_of(bug.claims.front()));
  return all;
}

inline std::vector<EventNumbers> claims_of(const ClaimClass& bug) {
  std::vector<EventNumbers> all;
  for (const Claim& claim : bug.claims) all.push_back(numbers_of(claim));
  return all;
}

}  // namespace foreweave
