// Traces written as STD, and candidates as numbers: "happen, then pending" of each claim.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "events/std_format.h"
#include "events/validate.h"
#include "patterns/claim_class.h"

namespace foreweave {

// One event a line, numbered from 0; what stands behind the last bar is the site.
inline Trace std_trace(std::string_view text) {
  Result<Trace> trace = read_std(text, "t.std");
  CHECK(trace.ok(), trace.error().sentence().c_str());
  const Status valid = validate(trace.value());
  CHECK(valid.ok(), valid.error().sentence().c_str());
  return std::move(trace).value();
}

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
